/** Every finding has a sentence of its own, and says nothing that nobody knows. */
import { expect, test } from "vitest";

import type { SuspiciousActivity } from "../../api/security";
import type { Say } from "../../i18n/say";
import { findingWords, responseWords } from "./findingWords";

const say: Say = (_id, message, values = {}) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])).replace(/\{count, plural.*?\}\}/g, String(values["count"]));

const KEYS = [
  "otpBruteForce",
  "passwordBruteForce",
  "successAfterFailures",
  "newDevice",
  "impossibleTravel",
  "clonedPasskey",
  "sessionReuse",
  "dormantReturn",
  "impersonation",
];

const finding = (summaryKey: string, params: Record<string, string> = {}): SuspiciousActivity => ({
  id: "1",
  detector: "D00",
  severity: 3,
  state: "open",
  verdict: null,
  subject: { kind: "user", id: "u" },
  userId: "u",
  firstAt: "2031-05-06T12:00:00.000Z",
  lastAt: "2031-05-06T12:00:00.000Z",
  count: 1,
  summaryKey,
  params,
  evidence: [1],
  response: [],
});

test("each kind is called by a name of its own", () => {
  const titles = KEYS.map((key) => findingWords(say, finding(key), "en").title);
  expect(new Set(titles).size).toBe(KEYS.length);
  expect(titles).not.toContain("Something unusual");
});

test("a kind that is newer than this page is shown all the same", () => {
  expect(findingWords(say, finding("tomorrow"), "en").title).toBe("Something unusual");
});

test("countries are named in the language of the reader", () => {
  const travel = finding("impossibleTravel", { from: "GB", country: "US", minutes: "60", kilometres: "5570" });
  expect(findingWords(say, travel, "en").text).toContain("United Kingdom");
  expect(findingWords(say, travel, "de").text).toContain("Vereinigte Staaten");
  const copied = finding("sessionReuse", { kind: "countries", countries: "FR, GB", minutes: "10" });
  expect(findingWords(say, copied, "en").text).toContain("France and United Kingdom");
});

test.each(["", "nowhere", "<b>", "ZZZ"])("a country that is none (%j) is unknown", (code) => {
  const travel = finding("impossibleTravel", { from: code, country: "US" });
  expect(findingWords(say, travel, "en").text).toContain("an unknown country");
});

test("what was done is said, what was only told is not", () => {
  expect(responseWords(say, ["stepUp", "mail", "tellOperator"])).toHaveLength(1);
  expect(responseWords(say, ["codesOff", "delay", "passkeyOff", "endSession", "tellOwners"])).toHaveLength(5);
});
