// @vitest-environment jsdom
/** A menu that is fetched when it is opened behaves like one that was always there. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Button } from "react-aria-components/Button";
import type { Selection } from "react-aria-components/Menu";
import type { ReactNode } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";

import { hear } from "../browser/reach";
import { ChoiceMenu, Menu, MenuChoice, MenuItem } from "./Menu";

beforeAll(() => i18n.loadAndActivate({ locale: "en", messages: {} }));
afterEach(() => {
  cleanup();
  hear("online");
  vi.restoreAllMocks();
});

const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>;

const renamed = vi.fn();

function show() {
  render(
    <Menu label="More" trigger={<Button>More</Button>}>
      <MenuItem label="Rename" hint="of this one only" onAction={renamed} />
      <MenuItem label="Remove" destroys writes />
    </Menu>,
    { wrapper },
  );
  return screen.getByRole("button", { name: "More" });
}

test("the button says what it does before the menu is there", () => {
  const button = show();
  expect(button.getAttribute("aria-haspopup")).toBe("true");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(screen.queryByRole("menu")).toBeNull();
});

test("an arrow opens it at the nearer end, and Escape gives the focus back", async () => {
  const button = show();
  button.focus();
  fireEvent.keyDown(button, { key: "ArrowUp" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Remove"));
  expect(button.getAttribute("aria-expanded")).toBe("true");
  expect(button.getAttribute("aria-controls")).toBe(screen.getByRole("menu").id);
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "Escape" });
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(screen.queryByRole("menu")).toBeNull();
});

test("what is chosen is done, and the menu goes", async () => {
  const button = show();
  button.focus();
  fireEvent.keyDown(button, { key: "Enter" });
  const item = await screen.findByRole("menuitem", { name: /Rename/ });
  expect(item.textContent).toBe("Renameof this one only");
  fireEvent.keyDown(item, { key: "Enter" });
  fireEvent.keyUp(item, { key: "Enter" });
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(renamed).toHaveBeenCalledOnce();
});

test("other keys stay with the page", () => {
  const button = show();
  const heard = vi.fn();
  window.addEventListener("keydown", heard);
  fireEvent.keyDown(button, { key: "j" });
  window.removeEventListener("keydown", heard);
  expect(heard).toHaveBeenCalledOnce();
  expect(screen.queryByRole("menu")).toBeNull();
});

test("choices stay open while somebody chooses", async () => {
  const chosen = vi.fn<(chosen: Selection) => void>();
  render(
    <ChoiceMenu label="Stage" trigger={<Button>Stage</Button>} chosen={["draft"]} onChoose={chosen}>
      <MenuChoice id="draft" label="Draft" />
      <MenuChoice id="valid" label="Valid" />
    </ChoiceMenu>,
  );
  const button = screen.getByRole("button", { name: "Stage" });
  button.focus();
  fireEvent.keyDown(button, { key: "ArrowDown" });
  const valid = await screen.findByRole("menuitemcheckbox", { name: "Valid" });
  expect(screen.getByRole("menuitemcheckbox", { name: "Draft" }).getAttribute("aria-checked")).toBe("true");
  fireEvent.keyDown(valid, { key: " " });
  fireEvent.keyUp(valid, { key: " " });
  expect(chosen.mock.calls.map(([keys]) => [...keys])).toEqual([["draft", "valid"]]);
  expect(screen.getByRole("menu")).not.toBeNull();
});

test("what writes says without a network why it does not", async () => {
  hear("offline");
  fireEvent.click(show());
  const remove = await screen.findByRole("menuitem", { name: /Remove/ });
  expect(remove.getAttribute("aria-disabled")).toBe("true");
  expect(remove.textContent).toContain("You are offline. You can save when you are back online.");
  expect(screen.getByRole("menuitem", { name: /Rename/ }).getAttribute("aria-disabled")).toBeNull();
});
