// @vitest-environment jsdom
/** What fails stands in its own place, says so without a word of what it was drawing, and begins anew. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ComponentType, ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { askBy, hear } from "../browser/reach";
import { Aside } from "./Border";
import { Boundary } from "./Boundary";
import { part } from "./part";
import { FileAway } from "./preload";

const CANARY = "Passport of Clara";
const reload = vi.fn();

beforeEach(() => {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  // React says on the console what it caught.
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.stubGlobal("location", { ...location, reload });
  askBy(() => Promise.resolve());
});

afterEach(() => {
  cleanup();
  hear("online");
  hear("answered");
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const wrapper = ({ children }: { children: ReactNode }) => <I18nProvider i18n={i18n}>{children}</I18nProvider>;

function Fragile({ works }: { works: boolean }) {
  if (!works) throw new TypeError(`Cannot read ${CANARY}`);
  return <p>works</p>;
}

test("a panel's fault leaves the list beside it, names itself, and holds no plaintext", () => {
  const { container } = render(
    <>
      <p>list</p>
      <Boundary>
        <Fragile works={false} />
      </Boundary>
    </>,
    { wrapper },
  );
  expect(screen.getByText("list")).toBeDefined();
  expect(screen.getByRole("alert").textContent).toContain("This part of Coffer stopped working");
  expect(screen.getByText("TypeError").closest("details")).not.toBeNull();
  expect(container.textContent).not.toContain(CANARY);
});

test("another place begins anew, and so does trying again", () => {
  const shown = (place: string, works: boolean) => (
    <Boundary place={place}>
      <Fragile works={works} />
    </Boundary>
  );
  const { rerender } = render(shown("/documents", false), { wrapper });
  rerender(shown("/documents", true));
  expect(screen.getByRole("alert")).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(screen.getByText("works")).toBeDefined();
  rerender(shown("/documents", false));
  rerender(shown("/tasks", true));
  expect(screen.getByText("works")).toBeDefined();
});

test("a part without a place of its own that fails is not there", () => {
  const { container } = render(
    <Aside>
      <Fragile works={false} />
    </Aside>,
    { wrapper },
  );
  expect(container.textContent).toBe("");
});

type Loaded = Promise<{ default: ComponentType<object> }>;
const gone = (): Loaded => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
const arrived = (): Loaded => Promise.resolve({ default: () => <p>arrived</p> });

const settle = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));

test("a file that is gone offers the update, and nothing is reloaded by itself", async () => {
  const Gone = part(gone);
  render(
    <Boundary>
      <Gone />
    </Boundary>,
    { wrapper },
  );
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("Coffer was updated");
  expect(reload).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Reload to update" }));
  expect(reload).toHaveBeenCalledOnce();
});

test("one that cannot be reached says so, and comes by itself when the connection is back", async () => {
  let asked = 0;
  const load = () => {
    asked += 1;
    return asked === 1 ? gone() : arrived();
  };
  const Late = part(load);
  hear("offline");
  askBy(() => Promise.reject(new Error("No connection.")));
  render(
    <Boundary>
      <Late />
    </Boundary>,
    { wrapper },
  );
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("No connection");
  expect(screen.queryByText("Coffer was updated")).toBeNull();
  askBy(() => Promise.resolve());
  act(() => hear("online"));
  await settle();
  await settle();
  expect(screen.getByText("arrived")).toBeDefined();
  expect(asked).toBe(2);
});

test("a server that is away without the browser knowing is no update either", async () => {
  const Gone = part(gone);
  askBy(() => Promise.reject(new Error("No connection.")));
  render(
    <Boundary>
      <Gone />
    </Boundary>,
    { wrapper },
  );
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("No connection");
});

test("what failed once is fetched again by the next place that draws it", async () => {
  let works = false;
  const Late = part(() => (works ? arrived() : gone()));
  const at = (place: string) => (
    <Boundary place={place}>
      <Late />
    </Boundary>
  );
  const { rerender } = render(at("/a"), { wrapper });
  await settle();
  works = true;
  rerender(at("/b"));
  await settle();
  expect(screen.getByText("arrived")).toBeDefined();
});

test("a file that did not arrive is no update, even when the server answers: it is there at the next try", async () => {
  let away = true;
  const Late = part((): Loaded => (away ? Promise.reject(new FileAway()) : arrived()));
  askBy(() => Promise.resolve());
  render(
    <Boundary>
      <Late />
    </Boundary>,
    { wrapper },
  );
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("No connection");
  away = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await settle();
  expect(screen.getByText("arrived")).toBeDefined();
});
