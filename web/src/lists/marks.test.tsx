// @vitest-environment jsdom
/** A name in a list says while its item is being checked, and nothing more once it is proven. */
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import type { Opening } from "../keyring/react";
import { ItemName } from "./marks";
import { aKeyring, inside } from "./testing";

afterEach(cleanup);

const draw = (opening: Opening<unknown>) => render(<ItemName opening={opening} title="Passport" tile={null} />, { wrapper: inside(aKeyring().keyring) });

test("an item that was verified and not proven bears a ring that says what waits", () => {
  draw({ name: "open", payload: {}, proven: false });
  expect(screen.getByRole("img", { name: "Being checked. You can read it. Changing, sharing and downloading take a moment longer." })).toBeTruthy();
  expect(screen.getByText("Passport")).toBeTruthy();
});

test.each<[string, Opening<unknown>]>([
  ["proven", { name: "open", payload: {}, proven: true }],
  ["not open", { name: "sealed", locked: false }],
  ["refused", { name: "alarm", word: "altered", last: "Passport" }],
])("one that is %s bears none", (_what, opening) => {
  draw(opening);
  expect(screen.queryByRole("img", { name: /^Being checked/ })).toBeNull();
});
