import { expect, test } from "vitest";

import { strangePlace } from "./leaving";

test("a provider's own address needs no question", () => {
  expect(strangePlace("google", "https://accounts.google.com/o/oauth2/v2/auth?state=1")).toBeNull();
  expect(strangePlace("microsoft", "https://login.microsoftonline.com/common/oauth2/v2.0/authorize")).toBeNull();
});

test.each([
  ["https://accounts.google.com.evil.test/o/oauth2", "accounts.google.com.evil.test"],
  ["https://accounts.google.com:8443/o/oauth2", "accounts.google.com:8443"],
  ["http://accounts.google.com/o/oauth2", "accounts.google.com"],
  ["https://login.microsoftonline.com/common", "login.microsoftonline.com"],
  ["http://127.0.0.1:4000/google", "127.0.0.1:4000"],
])("%s is asked about by its name", (address, host) => {
  expect(strangePlace("google", address)).toBe(host);
});

test.each(["java" + "script:alert(1)", "data:text/html,hello", "blob:https://coffer.test/1", "/login", "", "https://accounts.google.com@evil.test/"])("%j is no page", (address) => {
  expect(() => strangePlace("google", address)).toThrow(TypeError);
});

test("a name that only looks like the provider's is shown as what it is", () => {
  expect(strangePlace("google", "https://\u0430ccounts.google.com/")).toMatch(/^xn--/);
});
