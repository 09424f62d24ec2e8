/** A filter shows what it says, and the address never carries a word of a document. */
import { describe, expect, test } from "vitest";

import { isHidden } from "../../profiles/hiding";
import { passes as passesIn, readFilter, writeFilter, type DocumentFilter } from "./filters";
import type { DocumentPayload } from "../../payloads/document";
import { openedItem } from "../../items/opening";
import { rowOf, type DocumentRow } from "./rows";
import type { DocumentItem } from "../../items/kinds/document";

const TODAY = "2026-11-20";
const NONE: DocumentFilter = { stages: [], within: [], topics: [], profiles: [] };

const ARCHIVED = new Map([["p1", true], ["p2", false]]);
const passes = (one: DocumentRow, filter: DocumentFilter, words: string, today: string) => passesIn(one, filter, words, today, (item) => isHidden(item, ARCHIVED));

const row = (payload: Partial<DocumentPayload> | null, item: Partial<DocumentItem> = {}) =>
  rowOf(
    openedItem<DocumentItem, DocumentPayload>(
      { id: "d1", lifecycle: "active", expiresOn: null, topicIds: [], profileIds: [], updatedAt: "2026-11-20", word: { hiddenBy: null }, ...item } as DocumentItem,
      payload ? { name: "open", proven: true, payload: { v: 1, title: "Passport Clara", ...payload } } : { name: "sealed", locked: false },
    ),
    TODAY,
  );

describe("what a list shows", () => {
  test("everything but the archive, when nothing is asked", () => {
    expect(passes(row({}), NONE, "", TODAY)).toBe(true);
    expect(passes(row(null), NONE, "", TODAY)).toBe(true);
    expect(passes(row({}, { lifecycle: "archived" }), NONE, "", TODAY)).toBe(false);
    expect(passes(row({}, { lifecycle: "archived" }), { ...NONE, stages: ["archived"] }, "", TODAY)).toBe(true);
  });

  test("of what was refused nothing is known: it answers no question, and no word of the server takes it out of the way", () => {
    const refused = row(null, { updatedAt: null, word: { hiddenBy: "p1" } });
    expect(passes(refused, NONE, "", TODAY)).toBe(true);
    const asked: Partial<DocumentFilter>[] = [{ stages: ["active"] }, { stages: ["archived"] }, { within: ["365"] }, { topics: ["t1"] }, { profiles: ["p1"] }];
    expect(asked.filter((filter) => passes(refused, { ...NONE, ...filter }, "", TODAY))).toEqual([]);
  });

  test("what belongs to an archived profile is with the archive", () => {
    const hidden = row({}, { profileIds: ["p1", "deleted"], word: { hiddenBy: "p1" } });
    expect(passes(hidden, NONE, "", TODAY)).toBe(false);
    expect(passes(hidden, { ...NONE, stages: ["archived"] }, "", TODAY)).toBe(true);
    expect(passes(row({}, { profileIds: ["p1"] }), NONE, "", TODAY)).toBe(true);
  });

  test.each([[[]], [["p2"]], [["p1", "p2"]], [["never heard of"]]])("the word of the server alone hides nothing that belongs to %j", (profileIds) => {
    expect(passes(row({}, { profileIds, word: { hiddenBy: "p1" } }), NONE, "", TODAY)).toBe(true);
  });

  test("words are found at the beginning of words, in what is open", () => {
    expect(passes(row({ number: "C01X" }), NONE, "pass c01", TODAY)).toBe(true);
    expect(passes(row({}), NONE, "port", TODAY)).toBe(false);
    expect(passes(row(null), NONE, "pass", TODAY)).toBe(false);
  });

  test("what is filed under one of the topics asked for, or belongs to one of the profiles", () => {
    const asked = { ...NONE, topics: ["t1", "t2"] };
    expect(passes(row({}, { topicIds: ["t2", "t3"] }), asked, "", TODAY)).toBe(true);
    expect(passes(row(null, { topicIds: ["t1"] }), asked, "", TODAY)).toBe(true);
    expect(passes(row({}, { topicIds: ["t3"] }), asked, "", TODAY)).toBe(false);
    expect(passes(row({}, { profileIds: ["p1"] }), { ...NONE, profiles: ["p1"] }, "", TODAY)).toBe(true);
    expect(passes(row({}, { profileIds: ["p2"] }), { ...NONE, profiles: ["p1"] }, "", TODAY)).toBe(false);
  });

  test("a range of days holds its edges", () => {
    const within = (expiresOn: string, range: "expired" | "30") =>
      passes(row({}, { expiresOn }), { ...NONE, within: [range] }, "", TODAY);
    expect(within("2026-12-20", "30")).toBe(true);
    expect(within("2026-12-21", "30")).toBe(false);
    expect(within("2026-11-19", "30")).toBe(false);
    expect(within("2026-11-19", "expired")).toBe(true);
  });

  test("a date that the server does not know counts all the same", () => {
    expect(row({ expiresOn: "2026-11-01" }).stage).toBe("expired");
  });
});

describe("the address", () => {
  test("gives back the filter it was given", () => {
    const filter: DocumentFilter = { stages: ["expired", "draft"], within: ["90"], topics: ["t1", "t2"], profiles: ["p1"] };
    const query = new URLSearchParams("open=d1");
    writeFilter(query, filter);
    expect(readFilter(query)).toEqual(filter);
  });

  test("an unknown word in it means nothing", () => {
    expect(readFilter(new URLSearchParams("stage=expired,moon&within="))).toEqual({ stages: ["expired"], within: [], topics: [], profiles: [] });
  });
});
