// @vitest-environment jsdom
/** Another audience for many items: what is so already is done, and what cannot be proven is left as it is and told. */
import { expect, test } from "vitest";

import type { AudienceWish, NewAudience } from "../keyring/contract";
import type { Item } from "./item";
import { anItem } from "./testing";
import { giveAudience } from "./useAudienceAct";
import type { AudienceDesk } from "./useItemActs";

const SHARE = { statementB64u: "s", signatureB64u: "s", wraps: [] } satisfies NewAudience;

function aDesk(current: Record<string, Item> = {}) {
  const sent: string[][] = [];
  const desk: AudienceDesk<Item> = {
    kind: "contact",
    read: (item: Item) => Promise.resolve(item),
    write(changes) {
      sent.push(changes.map(({ id, version }) => `${id} ${version}`));
      const moved = changes.filter(({ id, version }) => (current[id]?.version ?? version) !== version);
      return Promise.resolve({
        data: {
          data: changes.filter((one) => !moved.includes(one)).map(({ id, version }) => anItem(id, version + 1)),
          errors: moved.map(({ id }) => ({ id, code: "aborted", message: "moved", details: { reason: "version_conflict", current: current[id] } })),
        },
      });
    },
  };
  return { desk, sent };
}

const aKeyring = (answer: (item: { id: string; version?: number }, wish: AudienceWish) => Promise<NewAudience | null>) => ({
  proveEach: (_kind: unknown, items: readonly unknown[]) => Promise.resolve(items.map(() => null)),
  changeAudience: (_kind: unknown, item: { id: string }, wish: AudienceWish) => answer(item, wish),
});

const WISH = { role: "finance", reads: true } as const;

test("each item gets a statement of its own; one that the role reads already needs none and counts as done", async () => {
  const { desk, sent } = aDesk();
  const wishes: AudienceWish[] = [];
  const keyring = aKeyring(({ id }, wish) => {
    wishes.push(wish);
    return Promise.resolve(id === "w1" ? null : SHARE);
  });
  const result = await giveAudience(keyring, desk, [anItem("w1"), anItem("w2"), anItem("w3")], WISH);
  expect(sent).toEqual([["w2 1", "w3 1"]]);
  expect(wishes).toEqual([WISH, WISH, WISH]);
  expect(result.done.map(({ id }) => id).sort()).toEqual(["w1", "w2", "w3"]);
  expect(result.refused).toEqual([]);
});

test("one that is not proven is left as it is, and its reason is told", async () => {
  const { desk, sent } = aDesk();
  const keyring = aKeyring(({ id }) => (id === "x1" ? Promise.reject(new Error("It is being checked.")) : Promise.resolve(SHARE)));
  const result = await giveAudience(keyring, desk, [anItem("x1"), anItem("x2")], WISH);
  expect(sent).toEqual([["x2 1"]]);
  expect(result.refused).toEqual([{ id: "x1", message: "This did not work in this browser. Reload the page and try again." }]);
});

test("one that somebody changed meanwhile is signed anew on top of that", async () => {
  const { desk, sent } = aDesk({ y1: anItem("y1", 4) });
  const versions: (number | undefined)[] = [];
  const keyring = aKeyring(({ version }) => {
    versions.push(version);
    return Promise.resolve(SHARE);
  });
  const result = await giveAudience(keyring, desk, [anItem("y1")], WISH);
  expect(sent).toEqual([["y1 1"], ["y1 4"]]);
  expect(versions).toEqual([1, 4]);
  expect(result.refused).toHaveLength(0);
});
