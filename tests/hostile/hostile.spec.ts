/**
 * The product in the hands of a hostile operator: attacks by name, and every member of every answer as something else.
 *
 * `./test` runs the attacks and a sample of members that changes by the day; `./coffer dev hostile` runs all and writes
 * `docs/hostile-server.md`. `COFFER_HOSTILE_SEED` repeats a sample.
 */
import { expect, test } from "@playwright/test";

import { SCENARIOS } from "./scenarios";
import { KINDS } from "./support/lies";
import { run, type Finding } from "./support/machine";
import { Oracle } from "./support/oracle";
import { OPEN, PLAN, toured, verdicts, writeDown } from "./support/records";
import { sample } from "./support/sample";
import { keptStage } from "./support/stage";
import { surface } from "./support/surface";
import type { Given } from "./support/tour";
import { isFailure } from "./support/verdict";

/** Which operations are run whole: all of them, or those that are named. */
const WHOLE = process.env["COFFER_HOSTILE"];
const SEED = process.env["COFFER_HOSTILE_SEED"] ?? new Date().toISOString().slice(0, 10);

test.describe.configure({ mode: "parallel" });

let given: Given | undefined;

test.beforeAll(async ({ browser }) => {
  given = { browser, operations: await surface(), stage: keptStage(), oracle: new Oracle() };
});

test.afterAll(() => {
  given?.oracle.end();
});

function prepared(): Given {
  if (!given) throw new Error("There is no account to attack.");
  return given;
}

test.describe("attacks", () => {
  for (const { name, holds } of SCENARIOS) {
    test(name, async () => {
      const closes = OPEN[name];
      // What is open fails as it should, and is an error of `open.json` once it holds.
      test.fail(closes !== undefined, `open until ${closes}`);
      await holds(prepared());
    });
  }
});

test("what is open names attacks of this suite", () => {
  expect(Object.keys(OPEN).filter((name) => !SCENARIOS.some((one) => one.name === name))).toEqual([]);
});

test("a sample of lies has the effects that are written down, or none", async () => {
  test.skip(WHOLE !== undefined);
  const { operations } = prepared();
  const before = verdicts();
  const chosen = sample(before, SEED);
  console.log(`seed ${SEED}: ${chosen.map(({ operation, members }) => `${operation} ${members.join(" ")}`).join("; ")}`);
  const worse: Finding[] = [];
  for (const { operation: id, members, screen, acts } of chosen) {
    const operation = operations.find((one) => one.id === id);
    if (!operation) continue;
    await run(prepared(), { operation, screen, members, acts, failures: true }, (finding) => {
      const known = before[id]?.[finding.member]?.[finding.kind];
      if (isFailure(finding.verdict) && !(known && isFailure(known))) worse.push(finding);
    });
  }
  expect(worse).toEqual([]);
});

test.describe("every member of", () => {
  const named = WHOLE?.split(",").filter(Boolean) ?? [];
  for (const id of WHOLE === undefined ? [] : named.length ? named : Object.keys(PLAN).sort()) {
    const place = toured(id);
    if (!place) continue;
    test(id, async () => {
      test.setTimeout(0);
      const operation = prepared().operations.find((one) => one.id === id);
      if (!operation) throw new Error(`There is no operation ${id}.`);
      const found: Finding[] = [];
      const tell = (finding: Finding) => {
        found.push(finding);
        if (finding.verdict !== "no effect") console.log(JSON.stringify(finding));
      };
      for (const screen of place.screens) await run(prepared(), { operation, screen, acts: false }, tell);
      // Where a lie is refused, there is nothing to sign; what only an act asks for is lied about as a whole.
      const quiet = !place.screens.length ? undefined : operation.members.map(({ path }) => path).filter((path) => KINDS.some((kind) => found.some((one) => one.member === path && one.kind === kind && one.verdict !== "refused")));
      for (const screen of place.acts ?? []) await run(prepared(), { operation, screen, ...(quiet && { members: quiet }), acts: true }, tell);
      // What no screen of the tour asks is not judged.
      if (found.length) writeDown(found, operation);
      console.log(`${id}: ${found.length} lies`);
    });
  }
});
