// @vitest-environment jsdom
/** Whatever is typed into whichever field of whichever form: nothing wrong is sent, and the field says so. */
import { cleanup } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import NewDocument from "../features/documents/NewDocument";
import { fieldCalled, pressEnter, show, type } from "./testing/forms";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const nothing = () => undefined;

test("a day that does not exist is not saved as no day", async () => {
  const { sent } = show(<NewDocument onClose={nothing} onCreated={nothing} />);
  type(await fieldCalled("Title"), "Passport");
  const expires = await fieldCalled("Expires");
  type(expires, "31/04/2027");
  await pressEnter(expires);
  expect(sent).toEqual([]);
  expect(expires.getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(expires);
});

test("what was a day and is none any more is not saved as what it was", async () => {
  const { sent } = show(<NewDocument onClose={nothing} onCreated={nothing} />);
  type(await fieldCalled("Title"), "Passport");
  const expires = await fieldCalled("Expires");
  type(expires, "14/01/2027");
  await pressEnter(expires);
  expect(sent).toMatchObject([["sealRecord", { attrs: { expiresOn: "2027-01-14" } }]]);
  type(expires, "banana");
  await pressEnter(expires);
  expect(sent).toHaveLength(1);
  expect(expires.getAttribute("aria-invalid")).toBe("true");
});
