/** A filter shows what it says, asked of the desk itself; and the address never carries a word of a document. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { openDesk } from "../../desk/desk";
import type { Sort } from "../../desk/messages";
import type { Opened } from "../../desk/row";
import { openShown } from "../../desk/shown";
import { addDays } from "../../dates/days";
import { aVerified } from "../../lists/testing";
import type { DocumentPayload } from "../../payloads/document";
import { hidden } from "../../lists/profiles/hiding";
import { documentDesk } from "./desk";
import { onlyHidden, readFilter, STAGES, whereOf, writeFilter, type DocumentFilter } from "./filters";
import { stageOf } from "./lifecycle";

const TODAY = "2026-11-20";
const NONE: DocumentFilter = { stages: [], within: [], topics: [], profiles: [] };
const ARCHIVED = new Map([["p1", true], ["p2", false]]);

function aDesk(rows: readonly Opened[]) {
  const desk = openDesk({ kinds: [documentDesk], language: "en", tell: (message) => shown.hear(structuredClone(message)) });
  const shown = openShown((message) => desk.page(structuredClone(message)), (callback) => callback());
  desk.keys({ put: "document", rows });
  const view = (where: ReturnType<typeof whereOf>, text = "", sort: Sort[] = []) => ({ kind: "document" as const, where: { all: where }, text, sort, group: null });
  return {
    passing: (filter: Partial<DocumentFilter>, text = "") => shown.pick({ view: view(whereOf({ ...NONE, ...filter }, TODAY, hidden(ARCHIVED)), text), except: [] }),
    sorted: (sort: Sort) => shown.pick({ view: view([], "", [sort]), except: [] }),
    hidden: () => shown.pick({ view: view([onlyHidden(hidden(ARCHIVED) ?? { all: [] })]), except: [] }),
  };
}

type Attributes = Parameters<typeof aVerified>[2];
const open = (id: string, attributes: Attributes = {}, payload: Partial<DocumentPayload> = {}, hiddenBy: string | null = null): Opened => ({
  id, version: 1, word: { hiddenBy }, state: "open", item: aVerified("document", id, { state: "active", ...attributes }), payload: { v: 1, title: "Passport Clara", ...payload },
});
const sealed = (id: string, attributes: Attributes = {}): Opened => ({ id, version: 1, word: { hiddenBy: null }, state: "sealed", item: aVerified("document", id, { state: "active", ...attributes }) });
const altered = (id: string): Opened => ({ id, version: 1, word: { hiddenBy: "p1" }, state: "altered", item: null, last: "Will" });

describe("what a list shows", () => {
  test("everything but the archive, when nothing is asked", async () => {
    const { passing } = aDesk([open("a"), sealed("b"), open("c", { state: "archived" }), open("d", { state: "draft" })]);
    expect([...(await passing({}))].sort()).toEqual(["a", "b", "d"]);
    expect(await passing({ stages: ["archived"] })).toEqual(["c"]);
  });

  test("of what was refused nothing is known: it answers no question, and no word of the server takes it out of the way", async () => {
    const { passing } = aDesk([altered("refused"), { ...altered("left out"), state: "withheld" } as Opened]);
    expect(await passing({})).toHaveLength(2);
    const asked: Partial<DocumentFilter>[] = [{ stages: ["active"] }, { stages: ["archived"] }, { within: ["365"] }, { topics: ["t1"] }, { profiles: ["p1"] }];
    expect(await Promise.all(asked.map((filter) => passing(filter)))).toEqual(asked.map(() => []));
    expect(await passing({}, "will")).toEqual([]);
  });

  test("of what is sealed without a signed day nobody knows whether it is valid", async () => {
    const { passing } = aDesk([sealed("told", { expiresOn: "2026-11-01" }), sealed("not told")]);
    expect(await passing({ stages: ["expired"] })).toEqual(["told"]);
    expect(await passing({ stages: ["active"] })).toEqual([]);
  });

  test("what belongs to archived profiles alone is with the archive, and counted", async () => {
    const desk = aDesk([open("away", { profileIds: ["p1", "deleted"] }, {}, "p1"), open("in use", { profileIds: ["p1"] }), open("archived", { state: "archived", profileIds: ["p1"] }, {}, "p1")]);
    expect(await desk.passing({})).toEqual(["in use"]);
    expect([...(await desk.passing({ stages: ["archived"] }))].sort()).toEqual(["archived", "away"]);
    expect(await desk.passing({ stages: ["active"] })).toEqual(["in use"]);
    expect(await desk.hidden()).toEqual(["away"]);
  });

  test.each([[[]], [["p2"]], [["p1", "p2"]], [["never heard of"]]])("the word of the server alone hides nothing that belongs to %j", async (profileIds) => {
    expect(await aDesk([open("a", { profileIds }, {}, "p1")]).passing({})).toEqual(["a"]);
  });

  test("every part of what is typed is found, in what is open", async () => {
    const { passing } = aDesk([open("a", {}, { number: "C01X", issuer: "City of Bern", notes: "In the drawer", tags: ["travel"], category: "identity" }), sealed("b")]);
    for (const typed of ["pass c01", "bern", "drawer", "travel", "identity"]) expect(await passing({}, typed), typed).toEqual(["a"]);
    expect(await passing({}, "lease")).toEqual([]);
  });

  test("what is filed under one of the topics asked for, or belongs to one of the profiles", async () => {
    const { passing } = aDesk([open("a", { topicIds: ["t2", "t3"] }), sealed("b", { topicIds: ["t1"] }), open("c", { topicIds: ["t3"] }), open("d", { profileIds: ["p2"] })]);
    expect([...(await passing({ topics: ["t1", "t2"] }))].sort()).toEqual(["a", "b"]);
    expect(await passing({ profiles: ["p2"] })).toEqual(["d"]);
  });

  test("a range of days holds its edges, and a day that the server does not know counts all the same", async () => {
    const days = ["2026-11-19", "2026-11-20", "2026-12-20", "2026-12-21"];
    const { passing } = aDesk(days.flatMap((day) => [open(`signed ${day}`, { expiresOn: day }), open(`sealed ${day}`, {}, { expiresOn: day })]));
    const within = async (range: "expired" | "30") => [...(await passing({ within: [range] }))].sort();
    expect(await within("30")).toEqual(["sealed 2026-11-20", "sealed 2026-12-20", "signed 2026-11-20", "signed 2026-12-20"]);
    expect(await within("expired")).toEqual(["sealed 2026-11-19", "signed 2026-11-19"]);
  });

  test("each stage has exactly what stands in it, and all together have everything", async () => {
    let found = 0;
    const document = fc.record({ state: fc.constantFrom("active", "draft", "archived"), left: fc.option(fc.integer({ min: -2, max: 92 })), isSigned: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(document, { maxLength: 12 }), fc.subarray([...STAGES], { minLength: 1 }), async (documents, stages) => {
        const dayOf = ({ left }: { left: number | null }) => (left === null ? null : addDays(TODAY, left));
        const { passing } = aDesk(documents.map((one, at) => {
          const day = dayOf(one);
          return open(String(at).padStart(2, "0"), { state: one.state, ...(one.isSigned && day !== null && { expiresOn: day }) }, one.isSigned || day === null ? {} : { expiresOn: day });
        }));
        const wanted = documents.flatMap((one, at) => (stages.includes(stageOf(one.state, dayOf(one), TODAY)) ? [String(at).padStart(2, "0")] : []));
        expect([...(await passing({ stages }))].sort()).toEqual(wanted);
        found += wanted.length;
      }),
      { numRuns: 200 },
    );
    expect(found).toBeGreaterThan(200);
  });
});

test("sorted by how they stand: what ran out, what will, what is valid, drafts, the archive", async () => {
  const { sorted } = aDesk([
    open("archived", { state: "archived", expiresOn: "2020-01-01" }), open("without", {}), open("valid", { expiresOn: "2029-01-01" }), open("draft", { state: "draft" }),
    open("expired", {}, { expiresOn: "2026-01-01" }), open("expiring", { expiresOn: "2026-12-01" }), sealed("sealed"),
  ]);
  const order = ["expired", "expiring", "valid", "without", "draft", "archived"];
  expect(await sorted({ field: "standing", dir: "asc" })).toEqual([...order, "sealed"]);
  expect(await sorted({ field: "standing", dir: "desc" })).toEqual([...order.reverse(), "sealed"]);
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
