/**
 * Three people, their browsers, and a server that lies: a state machine over the real keyring and the real worker.
 *
 * A run is a story that fast-check makes up: who does what, and what the server answers in place of the truth meanwhile.
 * After every step nobody holds a key that a person did not give, nothing was signed that nobody wished, nothing is drawn
 * that nobody signed, and a browser takes for verified only what is a beginning of the history that it is shown.
 *
 * Short by itself, and the same each time. `COFFER_LYING_RUNS=500 npx vitest run src/keyring/lyingServer.test.ts` tells so
 * many stories that nobody has told before, `COFFER_LYING_SEED` those of a seed that has failed.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { allActs, eachLie } from "./testing/lying/acts.ts";
import { noCounts } from "./testing/lying/command.ts";
import { aDebt } from "./testing/lying/debts.ts";
import { someDocuments } from "./testing/lying/documents.ts";
import { someFiles } from "./testing/lying/files.ts";
import { LIES, PAIRS } from "./testing/lying/lies.ts";
import { judgeSent } from "./testing/lying/oracle.ts";
import { someTasks } from "./testing/lying/tasks.ts";
import { aBeginning, aWorld, check, endAll, type Beginning, type World } from "./testing/lying/world.ts";

const RUNS = Number(process.env["COFFER_LYING_RUNS"] ?? 12);
const SEED = process.env["COFFER_LYING_SEED"] ?? (process.env["COFFER_LYING_RUNS"] === undefined ? "20261123" : undefined);
const STEPS = 120;
/** A story takes a second or two; so many of them take longer than one test usually may. */
const STORY_MS = 15_000;
/** Waiting for the next head, and between two tries, takes seconds in which nothing happens. */
const PATIENCE_MS = 5000;
const HURRY = 200;

let beginning: Beginning;

beforeAll(async () => {
  const { setTimeout: wait } = globalThis;
  vi.stubGlobal("setTimeout", (work: () => void, milliseconds = 0) => wait(work, milliseconds < PATIENCE_MS ? milliseconds / HURRY : milliseconds));
  beginning = await aBeginning();
});
afterAll(() => { vi.unstubAllGlobals(); });

describe("whatever a server answers", () => {
  const counts = noCounts();
  const { names, acts } = allActs(counts);

  async function tell(story: Iterable<fc.AsyncCommand<World, World>>): Promise<void> {
    const world = await aWorld(beginning, judgeSent);
    try {
      await someDocuments(world);
      await someFiles(world);
      await someTasks(world);
      await fc.asyncModelRun(() => ({ model: world, real: world }), story);
    } finally {
      endAll(world);
    }
  }

  it.each(Object.entries(eachLie(counts)))("each lie %s is refused, or changes nothing", (_about, story) => tell(story));

  it("each of these lies was told, whatever else happens", () => expect(LIES.filter((kind) => !counts.told.has(kind))).toEqual([]));

  it("what is owed is paid to those of the signed audience, and to nobody else", async () => {
    const world = await aWorld(beginning, judgeSent);
    try {
      await someDocuments(world);
      await aDebt(world);
      await check(world);
    } finally {
      endAll(world);
    }
  });

  it("nobody is given, shown or made to sign anything that no person of the account meant", async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(acts, { maxCommands: STEPS, size: "max" }), tell),
      { numRuns: RUNS, endOnFailure: true, ...(SEED === undefined ? {} : { seed: Number(SEED) }) },
    );
  }, RUNS * STORY_MS);

  it("nothing of this was said of what never happened", () => {
    expect(names.filter((name) => !counts.done.has(name))).toEqual([]);
    const pairs = PAIRS.map((pair) => pair.join(" and "));
    expect([...LIES, ...LIES.map((kind) => `item ${kind}`), ...pairs].filter((kind) => !counts.told.has(kind))).toEqual([]);
    // Somebody was let in, and tasks were changed, although both lies of a pair were told meanwhile.
    const acts = ["compares codes", "edits a task", "edits a task"];
    expect(pairs.map((pair, at) => `${acts[at] ?? ""}: ${pair}`).filter((despite) => !counts.despite.has(despite))).toEqual([]);
  });
});
