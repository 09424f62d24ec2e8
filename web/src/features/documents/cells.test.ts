/** A change in the list is on the screen before it is saved, and builds on the one before it. */
import { describe, expect, test } from "vitest";

import type { DocumentItem } from "../../api/documents";
import { cellPatch, cellValue, type Patch } from "./cells";
import type { Contents } from "./merge";
import { toRow } from "./rows";
import { lookAhead } from "./useCellEdits";

const TODAY = "2026-11-20";

const item = (version: number) => ({ id: "d1", version, lifecycle: "active", expiresOn: "2027-08-01" }) as DocumentItem;
const row = (version: number, title: string, shownVersion = version) =>
  toRow(item(version), { name: "open", verified: true, payload: { v: 1, title, category: "identity" } }, TODAY, shownVersion);

const said = (patch: Patch, contents: Partial<Contents> = {}) =>
  patch({ payload: { v: 1, title: "Passport", number: "C01", notes: "In the drawer" }, expiresOn: null, ...contents });

describe("what a change makes of the contents", () => {
  test("the one member, and all others as they were", () => {
    expect(said(cellPatch("name", "  Passport Clara "))).toEqual({
      payload: { v: 1, title: "Passport Clara", number: "C01", notes: "In the drawer" },
      expiresOn: null,
    });
    expect(said(cellPatch("category", "identity")).payload.category).toBe("identity");
    expect(said(cellPatch("number", "")).payload.number).toBe("");
  });

  test("a day, and none", () => {
    expect(said(cellPatch("expires", "2027-01-14")).expiresOn).toBe("2027-01-14");
    expect(said(cellPatch("expires", ""), { expiresOn: "2027-01-14" }).expiresOn).toBeNull();
  });

  test("a cell begins with what it shows", () => {
    expect(cellValue(row(1, "Passport"), "name")).toBe("Passport");
    expect(cellValue(row(1, "Passport"), "category")).toBe("identity");
    expect(cellValue(row(1, "Passport"), "expires")).toBe("2027-08-01");
    expect(cellValue(row(1, "Passport"), "number")).toBe("");
    expect(cellValue(toRow(item(1), { name: "sealed" }, TODAY), "name")).toBe("");
  });
});

describe("a row ahead of what is saved", () => {
  const saved = { item: item(2), contents: { payload: { v: 1 as const, title: "Saved" }, expiresOn: null } };

  test("shows what is on its way, with all that follows from it", () => {
    const ahead = lookAhead(row(1, "Passport"), { saved: null, patches: [cellPatch("name", "Lease"), cellPatch("expires", "2026-11-01")] }, TODAY);
    expect(ahead.title).toBe("Lease");
    expect(ahead.stage).toBe("expired");
    expect(ahead.item.expiresOn).toBe("2027-08-01");
  });

  test("shows what was saved until the list has it, and opened it", () => {
    expect(lookAhead(row(1, "Old"), { saved, patches: [] }, TODAY).title).toBe("Saved");
    expect(lookAhead(row(2, "Old", 1), { saved, patches: [] }, TODAY).title).toBe("Saved");
    expect(lookAhead(row(2, "Listed"), { saved, patches: [] }, TODAY).title).toBe("Listed");
    expect(lookAhead(row(1, "Old"), { saved, patches: [cellPatch("category", "tax")] }, TODAY).opening).toMatchObject({
      payload: { title: "Saved", category: "tax" },
    });
  });

  test("is what it was when the change was taken back", () => {
    const before = row(1, "Passport");
    expect(lookAhead(before, { saved: null, patches: [] }, TODAY)).toBe(before);
  });
});

describe("nobody builds on what is not verified, or no longer so", () => {
  const sealed = toRow(item(1), { name: "sealed" }, TODAY);
  const unverified = toRow(item(1), { name: "open", verified: false, payload: { v: 1, title: "P" } }, TODAY);

  test("but on what is", () => {
    expect([row(2, "P"), row(2, "P", 1), unverified, sealed].map(({ settled }) => settled)).toEqual([true, false, false, false]);
  });

  test("and on what this browser wrote itself", () => {
    const own = { item: item(1), contents: { payload: { v: 1 as const, title: "P" }, expiresOn: null } };
    expect(lookAhead(unverified, { saved: own, patches: [] }, TODAY).settled).toBe(true);
    expect(lookAhead(row(2, "P", 1), { saved: own, patches: [] }, TODAY).settled).toBe(false);
  });
});
