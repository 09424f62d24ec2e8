/**
 * The product in the hands of a hostile operator: attacks by name, and every member of every answer as something else.
 *
 * `./test` runs the attacks and a sample of members that changes with every commit, and is the same whenever that is run again;
 * `./coffer dev hostile` tells all lies and writes `docs/hostile-server.md`. `COFFER_HOSTILE_SEED` repeats a sample.
 */
import { spawnSync } from "node:child_process";

import { expect, test as base } from "@playwright/test";

import { leave, SCENARIOS } from "./scenarios";
import { answersOf, KINDS } from "./support/lies";
import { run, type Finding } from "./support/machine";
import { Oracle } from "./support/oracle";
import { isWritten, OPEN, PLAN, toured, verdicts, writeDown } from "./support/records";
import { sample } from "./support/sample";
import { SCREENS, type Screen } from "./support/screens";
import { isOfNeighbour, keptStage, withOwnNeighbour } from "./support/stage";
import { CHECKOUT, surface } from "./support/surface";
import { linesOf, Watched, type Given } from "./support/tour";
import { isFailure, judge } from "./support/verdict";
import { runWrite } from "./support/writing";

/** Which operations are run whole: all of them, or those that are named. */
const WHOLE = process.env["COFFER_HOSTILE"];
const SEED = process.env["COFFER_HOSTILE_SEED"] ?? commit();

/**
 * Prepared once by each worker. Not before all tests: those that run in parallel are dealt out to the workers in equal numbers then, and
 * one operation takes as long as ten others.
 */
const test = base.extend<object, { given: Given }>({
  given: [
    async ({ browser }, use) => {
      const [stage, oracle] = [keptStage(), new Oracle()];
      for (const body of stage.statements) await oracle.learn(body);
      await use({ browser, operations: await surface(), stage, oracle });
      oracle.end();
    },
    { scope: "worker" },
  ],
});

test.describe.configure({ mode: "parallel" });

/** A copy without its history always draws the same sample. */
function commit(): string {
  const { stdout } = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: CHECKOUT, encoding: "utf8" });
  return (stdout as string | null)?.trim() || "no history";
}

test.describe("attacks", () => {
  for (const [at, attacks] of WHOLE === undefined ? Map.groupBy(SCENARIOS, ({ at, name }) => at ?? name) : []) {
    test.describe(at, () => {
      test.describe.configure({ mode: "default" });
      for (const { name, holds } of attacks) {
        test(name, async ({ given }) => {
          const closes = OPEN[name];
          // What is open fails as it should, and is an error of `open.json` once it holds.
          test.fail(closes !== undefined, `open until ${closes}`);
          await holds(given);
        });
      }
      test.afterAll(leave);
    });
  }
});

test("a browser that is emptied shows nothing of what it was told before", async ({ given }) => {
  test.skip(WHOLE !== undefined);
  const browser = new Watched(given, "home");
  try {
    const honest = await browser.enter(null);
    const alarmed = await browser.enter(({ operation }) => (operation === "getAccountHead" ? answersOf(given.stage.answers, operation)[0] : undefined));
    expect(judge(honest, alarmed).verdict).toBe("refused");
    const after = await browser.enter(null);
    expect(judge(honest, after), linesOf(after).join("\n")).toMatchObject({ verdict: "no effect" });
  } finally {
    await browser.leave();
  }
});

test("what is open names attacks of this suite", () => {
  expect(Object.keys(OPEN).filter((name) => !SCENARIOS.some((one) => one.name === name))).toEqual([]);
});

test("a sample of lies has the effects that are written down, or none", async ({ given }) => {
  test.skip(WHOLE !== undefined);
  const { operations } = given;
  const before = verdicts();
  const chosen = sample(before, SEED);
  console.log(`seed ${SEED}: ${chosen.map(({ operation, members }) => `${operation} ${members.join(" ")}`).join("; ")}`);
  const worse: Finding[] = [];
  for (const { operation: id, members, screen, acts } of chosen) {
    const operation = operations.find((one) => one.id === id);
    if (!operation) continue;
    await run(given, { operation, screen, members, acts, failures: true }, (finding) => {
      const known = before[id]?.members[finding.member]?.[finding.kind];
      if (isFailure(finding.verdict) && !(known && isFailure(known))) worse.push(finding);
    });
  }
  expect(worse).toEqual([]);
});

/** Whether the lies about an operation are told in the account of the neighbour of all, who lets people in meanwhile. */
const isOfOther = (id: string): boolean => {
  const { screens = [], acts = [] } = toured(id) ?? {};
  return [...screens, ...acts].some((screen) => isOfNeighbour((SCREENS[screen] as Screen).as));
};

/** What is done again and again wears an account out, and would be seen by who does something else there. */
async function withAccountToWriteTo(given: Given): Promise<Given> {
  const stage = await withOwnNeighbour(given.browser, given.operations, given.stage);
  for (const body of stage.statements) await given.oracle.learn(body);
  return { ...given, stage };
}

/** Tells all lies about an operation, and writes down what became of them. */
async function all(given: Given, id: string): Promise<void> {
  test.setTimeout(0);
  const place = toured(id);
  const operation = given.operations.find((one) => one.id === id);
  if (!operation) throw new Error(`There is no operation ${id}.`);
  const found: Finding[] = [];
  const began = Date.now();
  const tell = (finding: Finding) => {
    found.push(finding);
    if (finding.verdict !== "no effect") console.log(JSON.stringify(finding));
  };
  let visits = 0;
  if (isWritten(id)) visits += await runWrite(await withAccountToWriteTo(given), operation, tell);
  for (const screen of place?.screens ?? []) visits += await run(given, { operation, screen, acts: false }, tell);
  // Where a lie is refused, there is nothing to sign; what only an act asks for is lied about as a whole.
  const quiet = !place?.screens.length ? undefined : operation.members.map(({ path }) => path).filter((path) => KINDS.some((kind) => found.some((one) => one.member === path && one.kind === kind && one.verdict !== "refused")));
  for (const screen of place?.acts ?? []) visits += await run(given, { operation, screen, ...(quiet && { members: quiet }), acts: true }, tell);
  expect(found.length, `lies about ${id}`).toBeGreaterThan(0);
  writeDown(found, operation, visits);
  console.log(`${id}: ${found.length} lies in ${visits} visits and ${((Date.now() - began) / 60_000).toFixed(1)} minutes`);
}

test.describe("every member of", () => {
  const named = WHOLE?.split(",").filter(Boolean) ?? [];
  const chosen = (WHOLE === undefined ? [] : named.length ? named : Object.keys(PLAN).sort()).filter((id) => toured(id) || isWritten(id));
  // What took longest begins first, and what was never told before that.
  const before = verdicts();
  const visits = (id: string): number => before[id]?.visits ?? Infinity;
  const longest = chosen.toSorted((one, other) => visits(other) - visits(one) || 0);
  for (const id of longest.filter((one) => !isOfOther(one))) test(id, ({ given }) => all(given, id));

  // What is written there is seen there: one after the other.
  test.describe("the other account", () => {
    test.describe.configure({ mode: "default" });
    for (const id of chosen.filter(isOfOther)) test(id, ({ given }) => all(given, id));
  });
});
