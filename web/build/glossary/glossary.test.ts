/** How words are found that the glossary rules out (`npm run messages` keeps them out), and the page that lists it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { parsePo } from "pofile-ts";
import { expect, test } from "vitest";

import { offences } from "./offences";
import { glossaryPage } from "./page";
import { TERMS } from "./terms";

const WEB = join(import.meta.dirname, "../..");
const english = parsePo(await readFile(join(WEB, "src/i18n/catalogues/en.po"), "utf8")).items.map(
  ({ msgid, msgstr }) => [msgid, msgstr[0] ?? ""] as const,
);

test("every exception is still needed", () => {
  const texts = new Map(english);
  const idle = TERMS.flatMap(({ use, found, except }) =>
    Object.keys(except ?? {}).filter((id) => !found?.test(texts.get(id) ?? "")).map((id) => `${use}: ${id}`),
  );
  expect(idle).toEqual([]);
});

test.each([
  ["Whoever comes with it is let in", "plain words"],
  ["Nobody has said anything yet.", "plain words"],
  ["How shall this browser unlock?", "plain words"],
  ["It stands under", "parent topic, sub-topic, group, sub-group"],
  ["Then one of your other devices says yes.", "approve"],
  ["Grant keys to {name}", "approve"],
  ["Ann lets this browser in.", "approve"],
  ["Their keys are destroyed now.", "archive · delete · delete for good"],
  ["Take {document} away", "archive · delete · delete for good"],
  ["Remove the status", "archive · delete · delete for good"],
  ["Locked group", "no access"],
  ["what is sealed stays sealed", "locked"],
  ["Locked, needs the {role} role key", "role"],
  ["Six digits from your mail", "verification code"],
  ["Compare the code", "safety code"],
  ["Number of the request", "request ID"],
  ["Called off", "cancelled · not started · in progress · waiting · done"],
  ["signed a key statement", "key record"],
  ["You must be logged in.", "sign in, sign up, sign out"],
])("%s", (text, use) => {
  expect(offences([["some.text", text]]).map((found) => found.use)).toContain(use);
});

test("a text of the specification stays as it is spelled there, and the name of a value is not read", () => {
  expect(offences([["fixed.thrown.loggedOut", "You must be logged in."]])).toEqual([]);
  expect(offences([["some.text", "Group {number}: {digits}"]])).toEqual([]);
});

test("the page of the glossary is fresh: npm run glossary", async () => {
  expect(await readFile(join(WEB, "../docs/glossary.md"), "utf8")).toBe(glossaryPage());
});
