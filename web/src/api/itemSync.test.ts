/** After the first time only changes travel, and the list is the same as if all of it had. */
import { expect, test } from "vitest";

import type { Answered } from "./answered";
import { arriving, pagesOf } from "./arriving";
import { collection, sightChanged, syncItems, type Ask, type ListPage, type ListQuery, type Synced } from "./itemSync";

interface Stored {
  id: string;
  seq: number;
  deleted?: boolean;
}

interface Item {
  id: string;
  version: number;
}

const item = ({ id, seq, deleted }: Stored): Item => ({ id, version: deleted ? -seq : seq });
/** Of what was destroyed the contents do not come. */
const rowOf = (sent: Item) => (sent.version < 0 ? null : sent);

/** A server with these items that writes down what it was asked; `meanwhile` happens after the first answer. */
function serverOf(stored: Stored[], { page = 2, meanwhile }: { page?: number; meanwhile?: () => void } = {}) {
  const asked: ListQuery[] = [];
  const ask: Ask<Item> = (query) => {
    asked.push(query);
    const seq = Math.max(0, ...stored.map((one) => one.seq));
    const respond = (more: Partial<ListPage<Item>>) =>
      ({ data: { data: [], page: { nextCursor: null }, sync: { seq }, ...more } });
    const { since } = query;
    if (typeof since === "number") {
      const changed = stored.filter((one) => one.seq > since);
      return Promise.resolve(respond({ data: changed.map(item) }));
    }
    const from = Number(query.cursor ?? 0);
    const visible = stored.filter(({ deleted }) => !deleted);
    const answer = respond({
      data: visible.slice(from, from + page).map(item),
      page: { nextCursor: from + page < visible.length ? String(from + page) : null },
    });
    if (from === 0) meanwhile?.();
    return Promise.resolve(answer);
  };
  return { ask, asked };
}

async function synced(ask: Ask<Item>, known?: Synced<Item>): Promise<Synced<Item>> {
  const answer = await syncItems(ask, rowOf, known);
  if ("error" in answer) throw new Error(answer.error.message);
  return answer.data;
}

const shape = (rows: readonly Item[]) => rows.map(({ id, version }) => `${id}@${version}`);

test("pages are handed on as they come, the first one short, and a list of one page is not", async () => {
  const stored: Stored[] = [{ id: "a", seq: 1 }, { id: "b", seq: 2 }, { id: "c", seq: 3 }];
  const came: string[][] = [];
  const hear = (rows: readonly Item[]) => came.push(shape(rows));
  const { ask, asked } = serverOf(stored);
  await syncItems(ask, rowOf, undefined, hear);
  expect(came).toEqual([["a@1", "b@2"], ["c@3"]]);
  expect(asked.map(({ limit }) => limit)).toEqual([100, 2000, 1000]);
  await syncItems(serverOf(stored, { page: 3 }).ask, rowOf, undefined, hear);
  expect(came).toHaveLength(2);
});

test("the pages of a kind stand in the store until all of it is here, and also when it ends before", async () => {
  for (const fails of [false, true]) {
    let state = { arriving: arriving(undefined, { type: "" }) };
    const seen: string[][] = [];
    const dispatch = (action: object) => {
      state = { arriving: arriving(state.arriving, action as never) };
      seen.push(pagesOf(state, "contact").map((page) => page.map(({ id }) => id).join(" ")));
    };
    const { ask } = serverOf([{ id: "a", seq: 1 }, { id: "b", seq: 2 }, { id: "c", seq: 3 }]);
    const contacts = collection<Item, Answered>("contact", (query) => query as never, ({ id }) => ({ id, version: 1, sealed: {}, later: [], word: {} }) as unknown as Answered, () => undefined);
    const send = (query: ListQuery) => (fails && "cursor" in query ? Promise.resolve({ error: { code: "unavailable" } }) : ask(query));
    await contacts.queryFn(undefined, { getState: () => state, dispatch }, undefined, send as never);
    expect(seen).toEqual(fails ? [["a b"], []] : [["a b"], ["a b", "c"], []]);
    expect(pagesOf(state, "vendor")).toEqual([]);
  }
});

test("a change, an addition and a deletion come alone, and what stayed is the same object", async () => {
  const stored: Stored[] = [{ id: "a", seq: 1 }, { id: "b", seq: 2 }, { id: "c", seq: 3 }];
  const { ask, asked } = serverOf(stored, { page: 10 });
  const first = await synced(ask);
  stored[0] = { id: "a", seq: 4 };
  stored[1] = { id: "b", seq: 5, deleted: true };
  stored.push({ id: "d", seq: 6 });
  const next = await synced(ask, first);
  expect(shape(next.rows)).toEqual(["d@6", "a@4", "c@3"]);
  expect(next.rows[2]).toBe(first.rows[2]);
  expect(next.seq).toBe(6);
  expect(asked.map(({ since }) => since)).toEqual([undefined, 3]);
});

test("nothing new leaves the very list that was there", async () => {
  const { ask } = serverOf([{ id: "a", seq: 1 }], { page: 10 });
  const first = await synced(ask);
  expect((await synced(ask, first)).rows).toBe(first.rows);
});

test("what moved from a later page to an earlier one while they were fetched is there, once", async () => {
  const stored: Stored[] = [{ id: "a", seq: 5 }, { id: "b", seq: 4 }, { id: "c", seq: 3 }, { id: "d", seq: 2 }];
  const { ask } = serverOf(stored, {
    meanwhile() {
      stored.splice(3, 1);
      stored.unshift({ id: "d", seq: 6 });
    },
  });
  expect(shape((await synced(ask)).rows).sort()).toEqual(["a@5", "b@4", "c@3", "d@6"]);
});

test("too long ago for changes, the whole list comes again", async () => {
  const { ask } = serverOf([{ id: "a", seq: 9 }]);
  const late: Ask<Item> = (query) =>
    typeof query.since === "number"
      ? Promise.resolve({ error: { status: 400, code: "out_of_range", message: "Too old.", reason: "resync" } })
      : ask(query);
  expect(shape((await synced(late, { rows: [], seq: 1, sight: 0 })).rows)).toEqual(["a@9"]);
});

test("after a change of what may be seen the whole list comes once, and then changes again", async () => {
  const { ask, asked } = serverOf([{ id: "a", seq: 1 }], { page: 10 });
  const first = await synced(ask);
  sightChanged();
  await synced(ask, await synced(ask, first));
  expect(asked.map(({ since }) => since)).toEqual([undefined, undefined, 1]);
});

test("more changes than one answer holds are asked for until none is left", async () => {
  const page = (from: number, count: number): ListPage<Item> => ({
    data: Array.from({ length: count }, (_, at) => item({ id: `i${from + at}`, seq: 1 })),
    page: {},
    sync: { seq: from + count },
  });
  const asked: (number | undefined)[] = [];
  const ask: Ask<Item> = ({ since }) => {
    asked.push(since);
    return Promise.resolve({ data: since === 1001 ? page(1001, 3) : page(1, 1000) });
  };
  const { rows, seq } = await synced(ask, { rows: [], seq: 1, sight: (await synced(serverOf([]).ask)).sight });
  expect([rows.length, seq, asked]).toEqual([1003, 1004, [1, 1001]]);
});
