/** A change in the list is on the screen before it is saved, and builds on the one before it. */
import { describe, expect, test } from "vitest";

import { openedItem } from "../../lists/opening";
import { changedMembers } from "../../lists/actTable";
import type { Found } from "../../lists/revise";
import { asShown, type Patch } from "../../lists/useActs";
import type { Opening } from "../../keyring/react";
import type { DocumentPayload } from "../../payloads/document";
import { cellPatch, cellValue, contentsOf, saying } from "./cells";
import { contentsFrom, membersOf, type Contents } from "./contents";
import { rowOf, type DocumentRow } from "./rows";
import type { DocumentItem } from "../../lists/kinds/document";

const TODAY = "2026-11-20";

/** `newest` is the version that the server has told of. */
const toRow = (one: DocumentItem, opening: Opening<DocumentPayload>, newest?: number) =>
  rowOf(openedItem(one, opening, newest), TODAY);

interface Ahead {
  saved: Found<DocumentItem, Contents> | null;
  patches: readonly Patch<Contents>[];
}

/** What is saved and in no row yet is ahead of it, as what is on its way is; the desk drops it when the row holds it. */
function lookAhead(row: DocumentRow, { saved, patches }: Ahead): DocumentRow {
  const says = contentsOf(row);
  if (!says) return row;
  const isBehind = saved !== null && row.item.version < saved.item.version;
  const steps = [...(isBehind ? [() => saved.contents] : []), ...patches];
  const ahead = steps.map((step, i) => {
    const before = steps.slice(0, i).reduce((contents, one) => one(contents), says);
    return changedMembers(membersOf(before), membersOf(step(before)));
  });
  return asShown(ahead.length > 0 ? { ...row, ahead } : row, { contentsOf, membersOf, contentsFrom, saying: (shown, said) => saying(shown, said, TODAY) }, saved);
}

const item = (version: number) => ({ id: "d1", version, lifecycle: "active", expiresOn: "2027-08-01", remindDays: [] as number[], topicIds: [] as string[], profileIds: [] as string[] }) as DocumentItem;
const row = (version: number, title: string, newest = version) =>
  toRow(item(version), { name: "open", proven: true, payload: { v: 1, title, category: "identity" } }, newest);

const said = (patch: Patch<Contents>, contents: Partial<Contents> = {}) =>
  patch({ payload: { v: 1, title: "Passport", number: "C01", notes: "In the drawer" }, expiresOn: null, remindDays: [], topicIds: [], profileIds: [], ...contents });

describe("what a change makes of the contents", () => {
  test("the one member, and all others as they were", () => {
    expect(said(cellPatch("name", "  Passport Clara "))).toEqual({
      payload: { v: 1, title: "Passport Clara", number: "C01", notes: "In the drawer" },
      expiresOn: null, remindDays: [],
      topicIds: [], profileIds: [],
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
    expect(cellValue(toRow(item(1), { name: "sealed", locked: false }), "name")).toBe("");
  });
});

describe("a row ahead of what is saved", () => {
  const saved = { item: item(2), contents: { payload: { v: 1 as const, title: "Saved" }, expiresOn: null, remindDays: [], topicIds: [], profileIds: [] } };

  test("shows what is on its way, with all that follows from it", () => {
    const ahead = lookAhead(row(1, "Passport"), { saved: null, patches: [cellPatch("name", "Lease"), cellPatch("expires", "2026-11-01")] });
    expect(ahead.title).toBe("Lease");
    expect(ahead.stage).toBe("expired");
    expect(ahead.item.expiresOn).toBe("2027-08-01");
  });

  test("shows what was saved until the list has it, and opened it", () => {
    expect(lookAhead(row(1, "Old"), { saved, patches: [] }).title).toBe("Saved");
    expect(lookAhead(row(1, "Old", 2), { saved, patches: [] }).title).toBe("Saved");
    expect(lookAhead(row(2, "Listed"), { saved, patches: [] }).title).toBe("Listed");
    expect(lookAhead(row(1, "Old"), { saved, patches: [cellPatch("category", "tax")] }).opening).toMatchObject({
      payload: { title: "Saved", category: "tax" },
    });
  });

  test("is what it was when the change was taken back", () => {
    const before = row(1, "Passport");
    expect(lookAhead(before, { saved: null, patches: [] })).toBe(before);
  });
});

describe("nobody builds on what is not verified, or no longer so", () => {
  const sealed = toRow(item(1), { name: "sealed", locked: false });
  const refused = toRow(item(1), { name: "alarm", word: "altered" });
  /** Another version is told of, and it is not verified yet. */
  const behind = row(1, "P", 2);

  test("but on what is", () => {
    expect([row(2, "P"), behind, refused, sealed].map(({ settled }) => settled)).toEqual([true, false, false, false]);
  });

  test("and on what this browser wrote itself", () => {
    const own = (version: number) => ({ item: item(version), contents: { payload: { v: 1 as const, title: "P" }, expiresOn: null, remindDays: [], topicIds: [], profileIds: [] } });
    expect(lookAhead(behind, { saved: own(2), patches: [] }).settled).toBe(true);
    expect(lookAhead(behind, { saved: own(1), patches: [] }).settled).toBe(false);
    expect(lookAhead(refused, { saved: own(2), patches: [] }).settled).toBe(false);
  });
});
