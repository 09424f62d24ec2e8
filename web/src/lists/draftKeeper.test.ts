/** Typing is faster than a disk: the last word counts. */
import { expect, test } from "vitest";

import { draftKeeper, draftsStored } from "./draftKeeper";

function slowDrafts() {
  const done: string[] = [];
  const waiting: (() => void)[] = [];
  const act = (what: string) =>
    new Promise<void>((resolve) =>
      waiting.push(() => {
        done.push(what);
        resolve();
      }),
    );
  return {
    done,
    keepDraft: (_name: string, written: unknown) => act(String(written)),
    dropDraft: () => act("dropped"),
    async finishOne() {
      waiting.shift()?.();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test("what is typed while one is written is written once, as it is then", async () => {
  const drafts = slowDrafts();
  const { keep } = draftKeeper(drafts, "document 1");
  for (const written of ["P", "Pa", "Pas", "Pass"]) keep(written);
  for (let turn = 0; turn < 4; turn += 1) await drafts.finishOne();
  expect(drafts.done).toEqual(["P", "Pass"]);
});

test("nothing is written after it was dropped, and something new is", async () => {
  const drafts = slowDrafts();
  const { keep, drop } = draftKeeper(drafts, "document 1");
  keep("P");
  keep("Pa");
  void drop();
  for (let turn = 0; turn < 3; turn += 1) await drafts.finishOne();
  expect(drafts.done).toEqual(["P", "dropped"]);
  keep("L");
  await drafts.finishOne();
  expect(drafts.done).toEqual(["P", "dropped", "L"]);
});

test("it is dropped when nothing of it is left", async () => {
  const drafts = slowDrafts();
  const { keep, drop } = draftKeeper(drafts, "document 1");
  keep("P");
  let gone = false;
  const dropped = drop().then(() => { gone = true; });
  await drafts.finishOne();
  expect(gone).toBe(false);
  await drafts.finishOne();
  await dropped;
  expect(drafts.done).toEqual(["P", "dropped"]);
});

test("a disk that refuses once is asked again", async () => {
  const said: unknown[] = [];
  const { keep } = draftKeeper(
    {
      keepDraft: (_name, written) => {
        said.push(written);
        return Promise.reject(new Error("full"));
      },
      dropDraft: () => Promise.resolve(),
    },
    "document 1",
  );
  keep("P");
  await new Promise((resolve) => setTimeout(resolve));
  keep("Pa");
  expect(said).toEqual(["P", "Pa"]);
});

test("whoever waits until everything is stored waits for the last letter, in every form", async () => {
  const [one, other] = [slowDrafts(), slowDrafts()];
  draftKeeper(one, "document 1").keep("P");
  const { keep } = draftKeeper(other, "comment 1");
  keep("L");
  keep("Le");
  let stored = false;
  const waited = draftsStored().then(() => { stored = true; });
  await one.finishOne();
  await other.finishOne();
  expect(stored).toBe(false);
  await other.finishOne();
  await waited;
  expect(other.done).toEqual(["L", "Le"]);
});

test("two forms of one draft, the later opened in the place of the earlier, write in one order", async () => {
  const drafts = slowDrafts();
  draftKeeper(drafts, "document 1").keep("P");
  draftKeeper(drafts, "document 1").keep("Pa");
  void draftKeeper(drafts, "document 1").drop();
  draftKeeper(drafts, "comment 1").keep("L");
  for (let turn = 0; turn < 4; turn += 1) await drafts.finishOne();
  expect(drafts.done).toEqual(["P", "L", "dropped"]);
});
