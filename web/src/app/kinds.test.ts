/** A kind of the table has all its parts, whoever adds one is told by name what it lacks, and no folder of a kind is left out. */
import { describe, expect, test } from "vitest";

import { TAGS, type Tag } from "../api/baseApi";
import type { Say } from "../i18n/say";
import { TITLE } from "../desk/kind";
import { ATTRIBUTES } from "../keyring/attributeKinds";
import { KNOWN_ACTIONS } from "../lists/activity/words";
import { aVerified } from "../lists/testing";
import { PAYLOADS } from "../payloads/kinds.generated";
import { titleIn } from "../payloads/titles";
import { BINNED } from "./bin";
import { DESK_KINDS } from "./deskKinds";
import { KIND_ITEMS } from "./kindItems";
import { KINDS } from "./kinds";
import { places } from "./navigation";
import { staleTags } from "./realtime";

const say: Say = (_id, text) => text;

/** What the desk holds and no list of its own shows: it stands in the lists of others. */
const WITHIN_OTHERS = ["comment", "profile-group", "profile-sub-group", "saved-filter", "status", "topic"];
/** Happens to each of them: without its words the log would show the stored name. */
const EVERY_ACT = ["created", "revised", "deleted", "restored", "purged", "shared"];

const called = (kind: string) => (kind === "contact" ? { name: { full: "T" } } : { title: "T", name: "T" });

const titleOnDesk = (kind: string) =>
  DESK_KINDS.find((one) => one.kind === kind)?.columns.find(({ name }) => name === TITLE)?.of({ id: "x", version: 1, word: {}, state: "open", item: aVerified("contact", "x"), payload: called(kind) });

type Parts = Record<string, () => unknown>;

/** By what a person would look for who adds a kind. Each answers nothing where the part is missing. */
function partsOf(kind: string): Parts {
  const card = KINDS.find((one) => one.kind === kind);
  const items = KIND_ITEMS.find((one) => one.kind === kind);
  const stale = () => staleTags([{ resource: kind, id: "x", version: 1, op: "upsert", by: "u", origin: null }], "me").map(({ type }) => type);
  return {
    "a row in app/kinds.ts": () => card,
    "a row in app/kindItems.ts": () => items,
    "a row in app/deskKinds.ts": () => DESK_KINDS.find((one) => one.kind === kind),
    "a decoder": () => Object.hasOwn(PAYLOADS, kind),
    "signed attributes": () => Object.hasOwn(ATTRIBUTES, kind),
    "a title that its desk and its keys worker say alike": () => titleOnDesk(kind) === "T" && titleIn(kind, called(kind)) === "T",
    "tags that its calls have": () => card && card.tags.length > 0 && card.tags.every((tag) => (TAGS as readonly Tag[]).includes(tag)),
    "news that make it stale": () => card?.tags.every((tag) => stale().includes(tag)),
    "a place": () => places(say).find(({ path, permission, label, icon }) => path === card?.path && permission === `${kind}.read` && label && icon),
    "a list": async () => (await card?.List())?.default,
    "a page": async () => (await card?.Page())?.default,
    "a bin": () => BINNED.filter((one) => one.kind === kind).length === 1,
    "a whole list to ask for": () => items?.useAll,
    "whether its list is here": () => items?.useIsHere,
    "words": () => items && [items.word, items.logged, items.fresh, (told: Say) => items.counted(told, 2)].every((word) => word(say).length > 0),
    "words of its acts": () => EVERY_ACT.every((act) => items?.acts[act]?.(say) && KNOWN_ACTIONS.includes(`${kind}.${act}`)),
  };
}

async function lacks(kind: string, parts: Parts): Promise<string[]> {
  const there = await Promise.all(Object.entries(parts).map(async ([name, look]) => ((await look()) ? [] : [`${kind} lacks ${name}`])));
  return there.flat();
}

describe.each(KINDS.map(({ kind }) => kind))("%s", (kind) => {
  test("has all its parts", async () => expect(await lacks(kind, partsOf(kind))).toEqual([]));
});

test("what a kind lacks is said by name", async () => {
  const parts = partsOf("nothing");
  expect(await lacks("nothing", parts)).toEqual(Object.keys(parts).map((name) => `nothing lacks ${name}`));
});

test("the tables have the same kinds in the same order", () => {
  expect(KIND_ITEMS.map(({ kind }) => kind)).toEqual(KINDS.map(({ kind }) => kind));
});

test("every row that stands in a folder stands in the table", async () => {
  const rows = import.meta.glob<Record<string, { kind: string }>>(["../features/*/kind.ts", "../features/*/items.ts"]);
  const found = await Promise.all(Object.entries(rows).map(async ([file, load]) => Object.values(await load()).map(({ kind }) => `${file.endsWith("kind.ts") ? "kind" : "items"} ${kind}`)));
  expect(found.flat().sort()).toEqual([...KINDS.map(({ kind }) => `kind ${kind}`), ...KIND_ITEMS.map(({ kind }) => `items ${kind}`)].sort());
});

test("what the desk holds is a kind of the table, or stands in the lists of others", () => {
  expect(DESK_KINDS.map(({ kind }) => kind).sort()).toEqual([...KINDS.map(({ kind }) => kind), ...WITHIN_OTHERS].sort());
});

test("no two kinds have one place, or are reached by the same keys", () => {
  for (const of of [({ path }: { path: string }) => path, ({ keys }: { keys: string }) => keys]) {
    const all = places(say).map(of);
    expect(new Set(all).size).toBe(all.length);
  }
});
