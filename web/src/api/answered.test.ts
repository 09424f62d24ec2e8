/** An answer has signed bytes and the server's word, and a fact is what the crypto worker has made of the bytes. */
import { expect, test } from "vitest";

import type { VerifiedItem, SealedItem, Sealed } from "../keyring/contract";
import { itemOf, type Facts, type Item, type ItemKind } from "../lists/item";
import { answeredAs, withContents, type Answered } from "./answered";
import type { DocumentAnswer as SentDocument } from "./generated";
import type { GroupItem, Item as SentItem, RankedItem, TaskAnswer as SentTask } from "./workspace.generated";

/** True where a type has these members and no others; else those that are too many or missing. */
type Exactly<T, Names extends string> =
  [Exclude<keyof T, Names>, Exclude<Names, keyof T>] extends [never, never] ? true : [Exclude<keyof T, Names>, Exclude<Names, keyof T>];

type Whole = "id" | "sealed" | "later" | "word";
type Bytes = "attrs" | "attrsSaltB64u" | "ivB64u" | "saltB64u" | "dataB64u" | "wraps" | "statementB64u" | "signatureB64u";
type Word = "version" | "seq" | "storedAt";

// Compiled, and nothing more: a member that comes back fails the check of types.
const sent: [
  Exactly<SentItem, Whole>, Exactly<RankedItem, Whole>, Exactly<GroupItem, Whole>, Exactly<SentTask, Whole>, Exactly<SentDocument, Whole>,
] = [true, true, true, true, true];
const bytes: [Exactly<NonNullable<SentItem["sealed"]>, Bytes>, Exactly<NonNullable<SentDocument["sealed"]>, Bytes>, Exactly<Sealed, Bytes>] = [true, true, true];
const words: [
  Exactly<SentItem["word"], Word>, Exactly<RankedItem["word"], Word | "rank">, Exactly<GroupItem["word"], Word | "rank" | "profileCount">,
  Exactly<SentDocument["word"], Word | "hiddenBy">,
  Exactly<SentTask["word"], Word | "rank" | "hiddenBy" | "occurrence" | "nextDueOn" | "closedAt" | "commentCount">,
] = [true, true, true, true, true];
const kept: [Exactly<Answered, "id" | "version" | "sealed" | "later" | "before" | "word">, Exactly<SealedItem, "id" | "version" | "sealed" | "later" | "before">] = [true, true];

test("no answer has a member that its statements hold", () => {
  expect([...sent, ...bytes, ...words, ...kept].every((one) => one)).toBe(true);
});

const KIND: ItemKind<{ expiresOn: unknown }> = { kind: "document", factsIn: ({ expiresOn }) => ({ expiresOn: expiresOn ?? null }) };
const envelope = { attrs: {}, attrsSaltB64u: "", ivB64u: "", saltB64u: "", dataB64u: "AA", wraps: [], statementB64u: "", signatureB64u: "" };
const TOLD = { id: "a", sealed: envelope, later: [], word: { version: 7, seq: 3, storedAt: "", hiddenBy: "b", expiresOn: "2031-02-28" }, expiresOn: "2031-02-28", state: "archived" };

test("of an answer nothing is taken but its bytes and what its kind has of the server's word", () => {
  const answer = answeredAs<{ hiddenBy: string }, typeof TOLD.word>(TOLD, ({ hiddenBy }) => ({ hiddenBy }));
  expect(answer).toEqual({ id: "a", version: 7, sealed: envelope, later: [], word: { hiddenBy: "b" } });
  expect(answer && itemOf(KIND, answer, null)).toMatchObject({ expiresOn: null, lifecycle: "active" });
});

test("one that comes without contents is none", () => {
  const bare = { ...TOLD, sealed: { statementB64u: "", signatureB64u: "" } };
  const answers = [TOLD, bare, { id: "c", word: TOLD.word }].map((one) => answeredAs(one, () => ({})));
  expect(withContents(answers).map(({ id }) => id)).toEqual(["a"]);
});

test("one that does not say which it is is none, whatever it says instead", () => {
  const nameless = [undefined, null, 7, { id: "a" }].map((id) => ({ ...TOLD, id }) as unknown as typeof TOLD);
  expect(withContents([TOLD, ...nameless].map((one) => answeredAs(one, () => ({})))).map(({ id }) => id)).toEqual(["a"]);
});

test("facts and verified items are made by nobody else", () => {
  const answer = { id: "a" } as Answered;
  // @ts-expect-error What is signed of an item is no member of an answer.
  expect(answer.expiresOn).toBeUndefined();
  // @ts-expect-error An answer is no item: it has no facts.
  const item: Item = answer;
  // @ts-expect-error Whatever has the same members is no verified item.
  const verified: VerifiedItem = { id: "a" };
  // @ts-expect-error Nor are they facts.
  const facts: Facts = { deleted: false };
  expect([item, verified, facts]).toHaveLength(3);
});
