// @vitest-environment jsdom
/** Signing in with a provider: the browser goes to the provider by itself, and nowhere else. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { InEnglish } from "../../i18n/testing/InEnglish";
import ProviderButtons from "./ProviderButtons";

let went: string[];
const refused = vi.fn();

beforeEach(() => {
  went = [];
  refused.mockClear();
  vi.stubGlobal("location", { ...location, pathname: "/login", assign: (address: string) => went.push(address) });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function press(address: string) {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify({ url: address, redirect: true }), { status: 200, headers: { "Content-Type": "application/json" } })));
  render(<ProviderButtons providers={["google"]} onTry={() => undefined} onRefused={refused} />, { wrapper: InEnglish });
  fireEvent.click(screen.getByRole("button", { name: "Continue with Google" }));
}

test("the provider's own page is gone to at once", async () => {
  press("https://accounts.google.com/o/oauth2/v2/auth?state=1");
  await waitFor(() => expect(went).toEqual(["https://accounts.google.com/o/oauth2/v2/auth?state=1"]));
});

test("another page is gone to when the person has read where it is, and says so", async () => {
  press("https://accounts.google.evil.test/auth");
  expect((await screen.findByRole("alert")).textContent).toContain("Google sign-in leads to accounts.google.evil.test");
  expect(went).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Continue with Google" }));
  fireEvent.click(await screen.findByRole("button", { name: "Continue to accounts.google.evil.test" }));
  expect(went).toEqual(["https://accounts.google.evil.test/auth"]);
});

test("what is no page is refused", async () => {
  press("data:text/html,hello");
  await waitFor(() => expect(refused).toHaveBeenCalledTimes(1));
  expect(went).toEqual([]);
  expect(screen.queryByRole("alert")).toBeNull();
});
