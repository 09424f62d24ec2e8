/**
 * Checking one entry of the key log: form, signatures and the facts that its rule needs.
 *
 * This is the half of the replay that computes; it needs the state before only to know whose keys to verify with.
 */
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import { readU64, type Bytes } from "../bytes.ts";
import { decodeCanonical } from "../canonical.ts";
import { deviceIdOf } from "../deviceKey.ts";
import { personalRoleId, type Id } from "../ids.ts";
import { importAgreementPoint, importVerifyingKey } from "../keys.ts";
import { verifiesUnder } from "../signature.ts";
import {
  encodeCard, isKeyStatementType, parseStatement, rollProofMessage, signaturesOf, STATEMENT_PREFIX, statementHash, ZERO_HASH,
  type KeyStatement, type Signed, type StatementOf,
} from "../statements.ts";
import type { Facts } from "./rules.ts";
import { currentKey, type KeyState } from "./state.ts";

export type CheckedEntry =
  /** Everything that can be computed about it was computed; its rule decides. */
  | { readonly is: "statement"; readonly hash: string; readonly statement: KeyStatement; readonly signed: boolean; readonly facts: Facts }
  /** Of a type that this version does not know, in its place of the chain. */
  | { readonly is: "unknown"; readonly hash: string; readonly type: string }
  /** It does not follow the statement before it. */
  | { readonly is: "broken"; readonly hash: string }
  /** It is no statement of this account. */
  | { readonly is: "malformed"; readonly hash: string };

export async function checkEntry(state: KeyState, signed: Signed): Promise<CheckedEntry> {
  let bytes: Bytes;
  try {
    bytes = fromBase64Url(signed.statementB64u);
  } catch {
    return { is: "broken", hash: ZERO_HASH };
  }
  const hash = await statementHash(bytes);
  const place = placeOf(bytes);
  if (place?.seq !== BigInt(state.nextSeq) || place.prevHash !== state.head) return { is: "broken", hash };
  if (!isKeyStatementType(place.type)) return { is: "unknown", hash, type: place.type };

  let statement: KeyStatement;
  try {
    statement = parseStatement(bytes) as KeyStatement;
  } catch {
    return { is: "malformed", hash };
  }
  if (statement.account !== state.account) return { is: "malformed", hash };
  const [authored, facts] = await Promise.all([
    verifiesUnder(authorKey(state, statement), bytes, signed.signatureB64u),
    factsOf(state, statement, bytes, hash, signed),
  ]);
  return { is: "statement", hash, statement, signed: authored, facts };
}

/** Type and place in the chain, read even from a statement that is otherwise no good. */
function placeOf(bytes: Bytes): { readonly type: string; readonly seq: bigint; readonly prevHash: string } | null {
  try {
    const { label, fields } = decodeCanonical(bytes);
    const [, seq, prevHash] = fields;
    if (!label.startsWith(STATEMENT_PREFIX) || seq?.length !== 8 || !prevHash) return null;
    return { type: label.slice(STATEMENT_PREFIX.length), seq: readU64(seq), prevHash: toBase64Url(prevHash) };
  } catch {
    return null;
  }
}

/** A device that adds itself signs with the key that it brings; all others with the key that the log knows. */
function authorKey(state: KeyState, statement: KeyStatement): string {
  if (statement.type === "device.add" && (statement.how === "genesis" || statement.how === "first")) return statement.ecdsaPublic;
  return state.devices[statement.authorDevice]?.ecdsaPublic ?? "";
}

async function factsOf(state: KeyState, statement: KeyStatement, bytes: Bytes, hash: string, signed: Signed): Promise<Facts> {
  const personalRole = await personalRoleId(state.account, statement.authorUser);
  switch (statement.type) {
    case "device.add":
      return {
        hash,
        personalRole,
        keysFit: (await deviceIdOf(statement)) === statement.device && (await arePoints(statement.ecdhPublic, statement.ecdsaPublic)),
        signatures: signaturesOf(signed).length === 2
          && (await verifiesUnder(statement.ecdsaPublic, cardOf(state, statement), signed.deviceSignatureB64u ?? "")),
      };
    case "role.create":
      return {
        hash,
        personalRole,
        keysFit: await arePoints(statement.rolePublic, statement.signPublic),
        signatures: signaturesOf(signed).length === 1,
      };
    case "role.roll":
      return {
        hash,
        personalRole,
        keysFit: await arePoints(statement.rolePublic, statement.signPublic),
        signatures: signaturesOf(signed).length === 2 && (await isRollProven(state, statement.role, bytes, signed)),
      };
    default:
      return { hash, personalRole, keysFit: true, signatures: signaturesOf(signed).length === 1 };
  }
}

function isRollProven(state: KeyState, role: Id, bytes: Bytes, signed: Signed): Promise<boolean> {
  const before = state.roles[role];
  const signPublic = (before && currentKey(before)?.signPublic) ?? "";
  return verifiesUnder(signPublic, rollProofMessage(bytes), signed.rollProofB64u ?? "");
}

async function arePoints(agreement: string, verifying: string): Promise<boolean> {
  try {
    await Promise.all([importAgreementPoint(agreement), importVerifyingKey(verifying)]);
    return true;
  } catch {
    return false;
  }
}

/** The card that a `device.add` is about. */
export function cardOf(state: Pick<KeyState, "account" | "fingerprint">, statement: StatementOf<"device.add">): Bytes {
  const { user, device, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment } = statement;
  const fingerprint = statement.how === "genesis" ? ZERO_HASH : (state.fingerprint ?? ZERO_HASH);
  return encodeCard({
    account: state.account, fingerprint, user, device, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment,
  });
}
