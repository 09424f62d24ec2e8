/** What came last stays on the screen, unless the answer is that it is not for this person; and no screen asks otherwise. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { OFFLINE, type ApiFailure } from "./failure";
import { held } from "./held";

const answer = (status: number): ApiFailure => ({ ...OFFLINE, status, reason: "" });
const asked = (more: object) => ({ isError: false, refetch: () => undefined, ...more });

test("an answer is shown", () => expect(held(asked({ data: [1] }))).toMatchObject({ data: [1], failure: null, late: false }));

test("one that was not answered yet is neither there nor failed", () =>
  expect(held(asked({}))).toMatchObject({ data: undefined, failure: null, late: false }));

test("without anything to show, a failure is what is shown", () =>
  expect(held(asked({ isError: true, error: OFFLINE }))).toMatchObject({ data: undefined, failure: OFFLINE, late: false }));

test.each([0, 401, 429, 500, 502])("what was shown stays when asking again ends with %i", (status) =>
  expect(held(asked({ isError: true, error: answer(status), data: [1] }))).toMatchObject({ data: [1], failure: null, late: true }),
);

test.each([403, 404])("%i takes it away: that is an answer", (status) =>
  expect(held(asked({ isError: true, error: answer(status), data: [1] }))).toMatchObject({ data: undefined, failure: { status }, late: false }),
);

test("the answer to another question is never shown for this one", () =>
  expect(held(asked({ isError: true, error: OFFLINE, data: ["page 1"], currentData: undefined }))).toMatchObject({
    data: undefined,
    failure: OFFLINE,
  }));

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(entry.name) && !/\.test\.|generated\.ts$/.test(entry.name)) yield path;
  }
}

/** Whoever reads one of these decides by hand what becomes of what is shown. */
const BY_HAND = /\bisError\b|\bisLoadingError\b|\bisRefetchError\b/;

test("no screen decides by itself what a failed call takes away", () => {
  const folder = new URL("..", import.meta.url).pathname;
  const found = [...sources(folder)].filter((path) => !path.startsWith(join(folder, "api")) && BY_HAND.test(readFileSync(path, "utf8")));
  expect(found.map((path) => path.slice(folder.length))).toEqual([]);
});
