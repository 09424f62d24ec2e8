/** What was sent, as the list shows it; and who the server left out of a batch. */
import { expect, test } from "vitest";

import type { SentEmail } from "../../api/emails";
import { wordOf } from "../../i18n/word";
import { countsOf, grouped, waitingIn } from "./grouped";
import type { Recipient } from "./recipients";
import { suppressedOf } from "./suppressed";
import { refusedOf } from "./useTransmission";

const email = (id: string, batchId: string | null, state: SentEmail["state"] = "sent"): SentEmail =>
  ({ id, batchId, state, to: wordOf(`${id}@a.example`), code: null, template: "custom", sentBy: null, attempts: 0, nextAttemptAt: null, createdAt: "", updatedAt: "" });

test("a batch is one line where its newest email stands, whatever was sent between", () => {
  const groups = grouped([email("a", "one"), email("b", null), email("c", "one"), email("d", "two")]);
  expect(groups.map(({ id, emails }) => [id, emails.map((one) => one.id)])).toEqual([["one", ["a", "c"]], ["b", ["b"]], ["two", ["d"]]]);
});

test("states are counted in the order in which an email goes through them", () => {
  const emails = [email("a", null, "cancelled"), email("b", null, "delivered"), email("c", null, "queued"), email("d", null, "delivered"), email("e", null, "deferred")];
  expect(countsOf(emails)).toEqual([["queued", 1], ["deferred", 1], ["delivered", 2], ["cancelled", 1]]);
  expect(waitingIn(emails)).toBe(2);
});

const recipient = (name: string): Recipient => ({ key: name, source: "typed", id: name, to: `${name}@a.example`, address: `${name}@a.example`, addresses: [], called: name, values: {} });
const [a, b, c] = ["a", "b", "c"].map(recipient) as [Recipient, Recipient, Recipient];

test("who gets nothing by the server's word is named once all others are in its list", () => {
  const accepted = { accepted: 2, suppressed: 1, invalid: [] };
  expect(suppressedOf([a, b, c], accepted, [email("a", "one")])).toEqual([]);
  expect(suppressedOf([a, b, c], accepted, [email("a", "one"), email("c", "one")])).toEqual([{ key: "b", called: "b", why: "suppressed" }]);
});

test("nobody is named where the counts do not fit", () => {
  expect(suppressedOf([a, b, c], { accepted: 1, suppressed: 1, invalid: [] }, [email("a", "one")])).toEqual([]);
  expect(suppressedOf([a, b, c], { accepted: 2, suppressed: 0, invalid: [{ index: 1, to: "", reason: "params" }] as never }, [email("a", "one"), email("c", "one")])).toEqual([]);
});

test("who was refused is named by the place in what was sent; a place that was not is nobody", () => {
  const invalid = [{ index: 2, to: "", reason: "address" }, { index: 7, to: "", reason: "params" }] as never;
  expect(refusedOf([a, b, c], invalid)).toEqual([{ key: "c", called: "c", why: "wrongAddress" }]);
});
