// @vitest-environment jsdom
/** Whatever is typed into whichever field of whichever form: what is wrong is not sent, and its field says so. */
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";

import { FORMS, type FormCase } from "./testing/formCases";
import { fieldCalled, nameOf, pressButton, pressEnter, settled, show, textFields, type, type Rig } from "./testing/forms";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const SOURCE = join(import.meta.dirname, "..");

/** These are the parts themselves; what stands in a form is a field by one of these names. */
const PARTS = /^components\/(?!collection\/)|^(app\/testing|keyring\/testing)\//;
const WRITES_A_FIELD = /<(Form|TextField|PasswordField|NewPasswordField|DateField|TimeField|NumberField|ReadField|TagsField|TextCell|DigitsField|CodeInput|CodeEntry)\b/;

/** What the browser itself takes text by, and why that is no field of a form. */
const BARE: Readonly<Record<string, string>> = {
  "app/Palette.tsx": "It is read while it is typed, and sends nothing.",
  "lists/Conflict.tsx": "Nothing is typed in it: one of two sides is chosen.",
};
const WRITES_BARE = /<(form|textarea)\b|<input\b(?![^>]*\b(hidden|readOnly|type="file")\b)/;

function sources(): [string, string][] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".tsx") && !path.includes(".test."));
  return files.filter((path) => !PARTS.test(path)).map((path) => [path, readFileSync(join(SOURCE, path), "utf8")]);
}

describe("no form is left out", () => {
  const named = new Set(Object.values(FORMS).flatMap(({ of }) => of));

  test("every file in which a form or a field is written has a case here", () => {
    const written = sources().filter(([, text]) => WRITES_A_FIELD.test(text)).map(([path]) => path);
    expect(written.filter((path) => !named.has(path))).toEqual([]);
  });

  test("and every case is about one that there is", () => {
    const written = new Set(sources().map(([path]) => path));
    expect([...named].filter((path) => !written.has(path))).toEqual([]);
  });

  test("what takes text takes it through a field", () => {
    const bare = sources().filter(([, text]) => WRITES_BARE.test(text)).map(([path]) => path);
    expect(bare.sort()).toEqual(Object.keys(BARE).sort());
  });
});

async function open({ show: draw, press = [], takesFile = false }: FormCase): Promise<Rig> {
  const rig = show(draw);
  for (const name of press) fireEvent.click(await screen.findByRole("button", { name }));
  // A form that is fetched, or waits for a list, is there.
  await waitFor(() => expect(textFields().length).toBeGreaterThan(0));
  if (takesFile) chooseFile(document.querySelector<HTMLInputElement>("input[type=file]"));
  return rig;
}

function chooseFile(input: HTMLInputElement | null): void {
  if (input) fireEvent.change(input, { target: { files: [new File(["a"], "a.pdf")] } });
}

/** By the button, with the focus elsewhere; a cell has none. */
async function leaveAndPress(field: HTMLInputElement | HTMLTextAreaElement): Promise<void> {
  if (!field.form) return;
  act(() => field.blur());
  pressButton(field.form);
  await settled();
}

const isMarked = (field: Element): boolean => field.getAttribute("aria-invalid") === "true";

const saidOf = (field: Element): string =>
  (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join("");

describe.each(Object.entries(FORMS))("%s", (_name, form) => {
  test("has no field of which nobody says what is wrong in it", async () => {
    await open(form);
    for (const name of Object.keys(form.wrong)) await fieldCalled(name);
    const known = [...Object.keys(form.wrong), ...(form.free ?? [])];
    expect(textFields().map(nameOf).filter((name) => !known.includes(name))).toEqual([]);
  });

  test("sends nothing that is wrong, and everything that is right", async () => {
    const { sent } = await open(form);
    for (const [name, text] of Object.entries(form.right)) type(await fieldCalled(name), text);
    sent.length = 0;

    for (const [name, texts] of Object.entries(form.wrong)) {
      for (const text of texts) {
        const what = `${name}: "${text}"`;
        const field = await fieldCalled(name);
        type(field, text);
        await pressEnter(field);
        expect(sent, `${what} is not sent`).toEqual([]);
        expect(isMarked(field), `${what} is marked`).toBe(true);
        expect(saidOf(field), `${what} is said to be wrong`).not.toBe("");
        await waitFor(() => expect(document.activeElement, `${what} has the focus`).toBe(field));
        await leaveAndPress(field);
        expect(sent, `${what} is not sent by the button`).toEqual([]);
        await waitFor(() => expect(document.activeElement, `${what} gets the focus`).toBe(field));
      }
      const field = await fieldCalled(name);
      type(field, form.right[name] ?? "");
      expect(isMarked(field), `${name} is right again`).toBe(false);
    }

    const [last] = Object.keys(form.right).slice(-1);
    if (last === undefined || form.wantsMore) return;
    await pressEnter(await fieldCalled(last));
    await waitFor(() => expect(sent.length).toBeGreaterThan(0));
  });
});
