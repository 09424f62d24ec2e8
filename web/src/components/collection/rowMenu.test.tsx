// @vitest-environment jsdom
/** The menu of a row is a bare button until it is opened, and then like every other menu. */
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";

import { InEnglish } from "../../i18n/testing/InEnglish";
import { MenuItem } from "../Menu";
import { RowMenu } from "./RowMenu";

afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const removed = vi.fn();
const items = vi.fn(() => (
  <>
    <MenuItem label="Open" />
    <MenuItem label="Remove" onAction={removed} />
  </>
));

function show(): HTMLElement {
  render(
    <InEnglish>
      <RowMenu items={items} />
    </InEnglish>,
  );
  return screen.getByRole("button", { name: "More actions" });
}

test("it says that it opens a menu, is passed over by Tab, and makes no items before", () => {
  const button = show();
  expect([button.getAttribute("aria-haspopup"), button.getAttribute("aria-expanded"), button.tabIndex]).toEqual(["true", "false", -1]);
  expect(items).not.toHaveBeenCalled();
});

test.each([
  ["a mouse that goes down", (button: HTMLElement) => fireEvent.pointerDown(button, { button: 0, pointerType: "mouse" })],
  ["a screen reader that presses", (button: HTMLElement) => fireEvent.click(button, { detail: 0 })],
  ["Enter", (button: HTMLElement) => fireEvent.keyDown(button, { key: "Enter" })],
  ["an arrow", (button: HTMLElement) => fireEvent.keyDown(button, { key: "ArrowDown" })],
])("%s opens it, and Escape gives the focus back", async (_how, open) => {
  const button = show();
  open(button);
  const menu = await screen.findByRole("menu", { name: "More actions" });
  expect([button.getAttribute("aria-expanded"), button.getAttribute("aria-controls")]).toEqual(["true", menu.id]);
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(screen.queryByRole("menu")).toBeNull();
});

test("an arrow up begins at its end", async () => {
  fireEvent.keyDown(show(), { key: "ArrowUp" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Remove"));
});

test("another button of the mouse, and a key that types, leave it closed", () => {
  const button = show();
  fireEvent.pointerDown(button, { button: 2, pointerType: "mouse" });
  fireEvent.keyDown(button, { key: "j" });
  expect(screen.queryByRole("menu")).toBeNull();
  expect(button.getAttribute("aria-expanded")).toBe("false");
});

test("what is chosen is done once, and the menu goes", async () => {
  fireEvent.keyDown(show(), { key: "Enter" });
  fireEvent.click(await screen.findByRole("menuitem", { name: "Remove" }));
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(removed).toHaveBeenCalledTimes(1);
});
