/**
 * Signed statements: who says what about devices, roles, people and objects.
 *
 * A statement is verified over the bytes received and never encoded again. Its header ties it to the account, to its
 * place in a chain, to its author and to the state of the log that the author had verified.
 */
import { fromBase64Url, toBase64Url } from "./base64url.ts";
import { concat, type Bytes } from "./bytes.ts";
import { decodeCanonical, decodeFields, encodeCanonical, encodeFields } from "./canonical.ts";
import { purpose, sha256 } from "./derive.ts";
import type { DeviceIdentity } from "./deviceKey.ts";
import { malformed } from "./errors.ts";
import { ZERO_HASH } from "./fixed.ts";
import { idBytes, idText, type Id } from "./ids.ts";
import { CONTENT_STATEMENTS, HEADER, KEY_STATEMENTS, PREFIX, type Fields } from "./labels.ts";
import type { SigningKey } from "./keys.ts";
import { sign } from "./signature.ts";

export { ZERO_HASH };

const STATEMENTS = { ...KEY_STATEMENTS, ...CONTENT_STATEMENTS };

export type KeyStatementType = keyof typeof KEY_STATEMENTS;
export type ContentStatementType = keyof typeof CONTENT_STATEMENTS;
export type StatementType = KeyStatementType | ContentStatementType;

export type Header = Fields<typeof HEADER>;
export type StatementFields<T extends StatementType> = Fields<(typeof STATEMENTS)[T]>;
export type StatementOf<T extends StatementType> = T extends StatementType
  ? { readonly type: T } & Header & StatementFields<T>
  : never;
export type KeyStatement = StatementOf<KeyStatementType>;
export type ContentStatement = StatementOf<ContentStatementType>;
export type Statement = StatementOf<StatementType>;

/** A statement as it travels, with the second signature that some types have and the salt of a commitment. */
export interface Signed {
  readonly statementB64u: string;
  readonly signatureB64u: string;
  readonly deviceSignatureB64u?: string;
  readonly rollProofB64u?: string;
  readonly saltB64u?: string;
}

export const MOST_STATEMENT_BYTES = 4096;
export const STATEMENT_PREFIX = `${PREFIX}stmt.`;

export function isKeyStatementType(type: string): type is KeyStatementType {
  return Object.hasOwn(KEY_STATEMENTS, type);
}

export function isContentStatement(statement: Statement): statement is ContentStatement {
  return Object.hasOwn(CONTENT_STATEMENTS, statement.type);
}

function isStatementType(type: string): type is StatementType {
  return Object.hasOwn(STATEMENTS, type);
}

export function encodeStatement<T extends StatementType>(
  type: T, header: Header, fields: StatementFields<T>,
): Bytes {
  const spec = [...HEADER, ...STATEMENTS[type]] as readonly string[];
  return encodeCanonical(`${STATEMENT_PREFIX}${type}`, encodeFields(spec, { ...header, ...fields }));
}

/** Kinds of records. Files, role wraps and views have statements of their own. */
export const RECORD_KINDS: readonly string[] = [
  "contact", "document", "task", "comment", "vendor", "profile", "profile-group", "profile-sub-group", "topic",
  "status", "saved-filter",
];

const KINDS: Partial<Record<StatementType, readonly string[]>> = {
  "record.put": RECORD_KINDS,
  "record.attrs": RECORD_KINDS,
  "record.delete": RECORD_KINDS,
  "content.share": [...RECORD_KINDS, "file"],
  "file.put": ["file"],
  "role.grant": ["role-wrap"],
  "view.seen": ["view"],
};

/** Records may be of a kind that only a later version has, and a default audience may name it. */
const KIND_WORD = /^[a-z-]{1,40}$/;
const TAKES_LATER_KINDS: readonly StatementType[] = ["record.put", "record.attrs", "record.delete", "content.share"];
const KNOWN_KINDS = new Set(Object.values(KINDS).flat());

/** A kind that is known stands in the statements that it has; any other word is read, and is then not what was asked for. */
function kindFits(type: StatementType, kind: string): boolean {
  return KINDS[type]?.includes(kind) || (TAKES_LATER_KINDS.includes(type) && KIND_WORD.test(kind) && !KNOWN_KINDS.has(kind));
}

export function parseStatement(bytes: Bytes): Statement {
  if (bytes.length > MOST_STATEMENT_BYTES) throw malformed("A statement is too long.");
  const { label, fields } = decodeCanonical(bytes);
  const type = label.slice(STATEMENT_PREFIX.length);
  if (!label.startsWith(STATEMENT_PREFIX) || !isStatementType(type)) throw malformed("A statement has an unknown type.");
  const spec = [...HEADER, ...STATEMENTS[type]] as readonly string[];
  const values = decodeFields(spec, fields) as Readonly<Record<string, unknown>>;
  if (KINDS[type] && !kindFits(type, values["kind"] as string)) throw malformed("A statement is about a kind that it does not have.");
  if (type === "audience.default" && values["kind"] !== null && !KIND_WORD.test(values["kind"] as string)) {
    throw malformed("A default is for a kind that is no word.");
  }
  return { type, ...values } as unknown as Statement;
}

/** What the next statement of a chain names, and the account's fingerprint when it is the first one. */
export async function statementHash(bytes: Bytes): Promise<string> {
  return toBase64Url(await sha256(bytes));
}

export async function signStatement<T extends StatementType>(
  key: SigningKey, type: T, header: Header, fields: StatementFields<T>,
): Promise<Signed> {
  const bytes = encodeStatement(type, header, fields);
  return { statementB64u: toBase64Url(bytes), signatureB64u: await sign(key, bytes) };
}

/** The signatures of a statement in the order in which its leaf names them. */
export function signaturesOf(signed: Signed): string[] {
  return [signed.signatureB64u, signed.deviceSignatureB64u, signed.rollProofB64u].filter((one) => one !== undefined);
}

export interface DeviceCard extends DeviceIdentity {
  /** Hash of statement 0, or zeros for the device that signs statement 0. */
  readonly fingerprint: string;
  readonly recoveryHash: string;
  readonly protection: string;
  /** Who its owner says to be; nothing for a further or a recovered device. */
  readonly personCommitment: string | null;
}

/**
 * What a new device says about itself. Possession signature, pairing MAC and safety code are over the card, so whoever
 * checks one of them also learns that the newcomer believes in the same account, and by what name and e-mail he calls himself.
 */
export function encodeCard(card: DeviceCard): Bytes {
  const { account, fingerprint, user, device, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment } = card;
  return purpose("e2ee.v1.device-card", {
    account, fingerprint, user, device, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment,
  });
}

/** What the old generation of a role signs, so that a stolen device key alone can not roll a role. */
export function rollProofMessage(statement: Bytes): Bytes {
  return purpose("e2ee.v1.roll-proof", { statement: toBase64Url(statement) });
}

/** The object of a `role.grant`: a role and a device. */
export function grantObjectId(role: Id, device: Id): string {
  return toBase64Url(concat(idBytes(role), idBytes(device)));
}

/** The role and device that a `role.grant` names; nothing when it names none. */
export function grantTarget(id: string): { readonly role: Id; readonly device: Id } | null {
  const bytes = fromBase64Url(id);
  return bytes.length === 32 ? { role: idText(bytes.slice(0, 16)), device: idText(bytes.slice(16)) } : null;
}

/** The id of a content statement's object as its bytes. */
export function objectIdBytes(statement: ContentStatement): Bytes {
  return statement.type === "role.grant" ? fromBase64Url(statement.id) : idBytes(statement.id);
}
