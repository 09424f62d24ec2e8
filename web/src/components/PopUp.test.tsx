// @vitest-environment jsdom
/** What opens over the page and fails is closed with a notice, and the next try is a new one. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState, type ComponentType } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { askBy } from "../browser/reach";
import * as notices from "./notices";
import { part } from "./part";
import { PopUp } from "./PopUp";
import { FileAway } from "./preload";

type Loaded = Promise<{ default: ComponentType<object> }>;
const gone = (): Loaded => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const arrived = (): Loaded => Promise.resolve({ default: () => <p>arrived</p> });
const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const told = vi.spyOn(notices, "tellFailure");

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  told.mockClear();
  askBy(() => Promise.reject(new Error("No connection.")));
});
afterEach(cleanup);

/** `always`: the frame stays when what is in it closes, as on the page of members. */
function Page({ load, always }: { load: () => Loaded; always: boolean }) {
  const [Late] = useState(() => part(load));
  const [open, setOpen] = useState(false);
  return (
    <I18nProvider i18n={i18n}>
      <button onClick={() => setOpen(true)}>Open</button>
      {(always || open) && <PopUp onClose={() => setOpen(false)}>{open && <Late />}</PopUp>}
    </I18nProvider>
  );
}

test.each([true, false])("what could not be reached opens at the next try (frame that stays: %s)", async (always) => {
  let away = true;
  render(<Page always={always} load={() => (away ? gone() : arrived())} />);
  fireEvent.click(screen.getByText("Open"));
  await settle();
  await settle();
  expect(told.mock.calls.map(([title]) => title)).toEqual(["No connection"]);

  away = false;
  fireEvent.click(screen.getByText("Open"));
  await settle();
  expect(screen.getByText("arrived")).toBeDefined();
  expect(told).toHaveBeenCalledOnce();
});

test("each failed try is told once", async () => {
  render(<Page always load={gone} />);
  for (const tries of [1, 2]) {
    fireEvent.click(screen.getByText("Open"));
    await settle();
    await settle();
    expect(told).toHaveBeenCalledTimes(tries);
  }
});

test("what did not arrive is no update, even when the server answers", async () => {
  askBy(() => Promise.resolve());
  render(<Page always load={() => Promise.reject(new FileAway())} />);
  fireEvent.click(screen.getByText("Open"));
  await settle();
  await settle();
  expect(told.mock.calls.map(([title]) => title)).toEqual(["No connection"]);
});
