/** The chains of objects, asked for many at once. */
import { expect, test } from "vitest";

import type { Signed } from "../crypto/statements";
import { chainsOf } from "./proving";

const link = (seq: number): Signed => ({ statementB64u: `statement ${seq}`, signatureB64u: `signature ${seq}` });
/** Three links after the first. */
const LINKS = [link(2), link(3), link(4)];

/** Answers what comes after, a few links at a time. */
function server(page = 10) {
  const asked: { id: string; after: number }[][] = [];
  const calls = {
    chains: (objects: readonly { kind: string; id: string; after: number }[]) => {
      asked.push(objects.map(({ id, after }) => ({ id, after })));
      const data = objects.map(({ kind, id, after }) => ({ kind, id, statements: LINKS.slice(after - 1, after - 1 + page) }));
      return Promise.resolve({ data, more: data.some(({ statements }, i) => (objects[i]?.after ?? 0) + statements.length < 4) });
    },
  };
  return { asked, at: { calls } as unknown as Parameters<typeof chainsOf>[0] };
}

const of = (id: string, after: number) => ({ kind: "profile-group" as const, id, after });

test("an object is asked for once, however many places ask for it", async () => {
  // An answer that has an object twice is refused whole, so an honest server must never be asked to give one.
  const { asked, at } = server();
  const found = await chainsOf(at, [of("a", 1), of("b", 2), of("a", 1), of("a", 3)]);
  expect(asked).toEqual([[{ id: "a", after: 1 }, { id: "b", after: 2 }]]);
  expect(found).toEqual([LINKS, LINKS.slice(1), LINKS, LINKS.slice(2)]);
});

test("what one answer does not hold is asked for again", async () => {
  const { asked, at } = server(2);
  expect(await chainsOf(at, [of("a", 1), of("a", 2)])).toEqual([LINKS, LINKS.slice(1)]);
  expect(asked).toEqual([[{ id: "a", after: 1 }], [{ id: "a", after: 3 }]]);
});

test("kinds that share an id are objects of their own", async () => {
  const { asked, at } = server();
  await chainsOf(at, [of("a", 1), { ...of("a", 1), kind: "topic" }]);
  expect(asked[0]).toHaveLength(2);
});
