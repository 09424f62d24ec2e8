/**
 * Salted commitments to names: the log holds a hash, the text and its salt stay outside and can be erased.
 *
 * What people choose from a list must be what a statement says; a name that does not fit its commitment is unconfirmed.
 */
import { toBase64Url } from "./base64url.ts";
import { purpose, sha256 } from "./derive.ts";
import type { Id } from "./ids.ts";

export interface Commitment {
  readonly commitment: string;
  readonly saltB64u: string;
}

/** E-mail addresses are compared with their ASCII letters in lower case, and nothing else changed. */
export function foldEmail(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export async function roleNameCommitment(account: Id, role: Id, salt: string, name: string): Promise<string> {
  return toBase64Url(await sha256(purpose("e2ee.v1.role-name", { account, role, salt, name })));
}

/** A person as everybody sees them. */
export interface PersonName {
  readonly email: string;
  readonly name: string;
}

export async function personCommitment(account: Id, user: Id, salt: string, { email, name }: PersonName): Promise<string> {
  return toBase64Url(await sha256(purpose("e2ee.v1.person", { account, user, salt, email: foldEmail(email), name })));
}
