/**
 * What roles of an audience still lack: decided by what was signed, and by nothing that an answer says.
 *
 * The server tells where something may be owed. Who reads is never widened by it.
 */
import { fromBase64Url } from "../../crypto/base64url.ts";
import { BeingChecked, damaged } from "../../crypto/errors.ts";
import { idText, type Id } from "../../crypto/ids.ts";
import { signedHash } from "../../crypto/leaves.ts";
import type { Signed } from "../../crypto/statements.ts";
import type { Wrap } from "../../crypto/wraps.ts";
import type { SealedItem } from "../contract.ts";
import { isTrusted } from "./restarts.ts";
import { state, type Vault } from "./vault.ts";

export interface Owing {
  /** The statement whose audience it was first. */
  readonly first: Signed;
  readonly proven: boolean;
  readonly audience: readonly Id[];
  readonly wraps: readonly Pick<Wrap, "roleId">[];
}

/** Roles of the audience without a wrap that can take one now, among those that are asked about. */
export async function owedTo(vault: Vault, { first, proven, audience, wraps }: Owing, asked: readonly Id[]): Promise<Id[]> {
  const place = vault.book.places.get(await signedHash(first));
  if (!proven || place === undefined) throw new BeingChecked();
  const { roles } = state(vault);
  const lacks = (role: Id) => wraps.every(({ roleId }) => roleId !== role);
  return audience.filter((role) => asked.includes(role) && lacks(role) && roles[role]?.rollDue === false && isTrusted(vault, role));
}

/** The files that an item names, out of the attributes that were signed. */
export function filesOf({ sealed: { attrs } }: SealedItem): Id[] {
  const ids = ["versions", "fileIds"].flatMap((name) => {
    const bytes = fromBase64Url(attrs[name] ?? "");
    if (bytes.length % 16 !== 0) throw damaged();
    return Array.from({ length: bytes.length / 16 }, (_, i) => idText(bytes.subarray(16 * i, 16 * i + 16)));
  });
  return [...new Set(ids)];
}
