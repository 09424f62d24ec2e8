/** The history says every statement of the key record in words, and none by its name in the log. */
import { expect, test } from "vitest";

import vectors from "../../../../tests/contracts/crypto-vectors.json";
import { factWords } from "./factWords";

const say = (_id: string, message: string) => message;
const names = { person: String, face: String, firstName: String, device: String, toldDevice: () => null, role: String };

/** What an item says of itself stands in the history of the item, and what all have in common is no statement. */
const OF_ITEMS = /^(record|file|content)\.|^header$/;
/** Each grant follows from an assignment that stands there, and a view says nothing but that its person was there. */
const TOLD_BY_OTHERS = ["role.grant", "view.seen"];

const told = Object.keys(vectors.statementFields).filter((type) => !OF_ITEMS.test(type) && !TOLD_BY_OTHERS.includes(type));

test.each(told)("%s", (type) => {
  const fact = { type, authorId: "clara", roleId: "member", userId: "jonas", deviceId: "thinkpad", generation: 1 };
  expect(factWords(say, fact, names)).not.toBe(type);
});

test("there are statements to be told", () => expect(told.length).toBeGreaterThan(12));
