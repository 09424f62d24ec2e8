/** What nobody but the server says is no text to the compiler: without its mark nothing that draws it is built. */
import type { ReactNode } from "react";
import { expect, test } from "vitest";

import type { Account, User } from "../api/auth";
import type { BulkError, InvitationCard, InvitationShape, MyAccount, RoleShape } from "../api/generated";
import type { AuditEntry } from "../api/typesOnly.generated";
import type { Values } from "./say";
import { read, wordOf, type Word } from "./word";

const word = wordOf("Hartmann");

test("it goes into no element, no sentence and no other text", () => {
  // @ts-expect-error an element has to mark it
  const drawn: ReactNode = word;
  // @ts-expect-error a sentence of the app's is not the server's
  const said: Values = { name: word };
  // @ts-expect-error nothing takes it for what a person has signed
  const signed: string = word;
  expect([drawn, said, signed]).toHaveLength(3);
  expect(read(word)).toBe("Hartmann");
});

type IsWord<Told> = [NonNullable<Told>] extends [Word] ? ([Word] extends [NonNullable<Told>] ? true : false) : false;

/** Compared by the compiler: an answer whose text loses the type fails here. */
const TOLD: true[] = [
  true satisfies IsWord<User["name"]>,
  true satisfies IsWord<Account["displayName"]>,
  true satisfies IsWord<MyAccount["displayName"]>,
  true satisfies IsWord<MyAccount["role"]>,
  true satisfies IsWord<InvitationCard["word"]["accountName"]>,
  true satisfies IsWord<InvitationCard["word"]["inviterName"]>,
  true satisfies IsWord<InvitationCard["word"]["roleName"]>,
  true satisfies IsWord<InvitationShape["word"]["email"]>,
  true satisfies IsWord<RoleShape["word"]["description"]>,
  true satisfies IsWord<AuditEntry["actor"]["name"]>,
  true satisfies IsWord<AuditEntry["context"]["agent"]>,
  true satisfies IsWord<BulkError["message"]>,
];

test("every text of an answer that is drawn as the server's word has its type", () => expect(TOLD.every(Boolean)).toBe(true));
