/** The data key of an item and its roles: whom it is meant for, who gets a wrap, and which wrap opens here. */
import { sealContent, openContentSeal } from "../../crypto/contentSeal.ts";
import { openContentWrap, wrapContent, type ContentRevision, type DataKey } from "../../crypto/contentWrap.ts";
import { CryptoError, damaged } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import type { Wrap } from "../../crypto/wraps.ts";
import { inRoleOrder } from "../../crypto/wraps.ts";
import type { ServedWrap } from "../contract.ts";
import { isTrusted } from "./restarts.ts";
import { publicRole } from "./roleOperations.ts";
import { currentRoleKey, heldKey, state, type Vault } from "./vault.ts";

/** No wrap of the item is for a role that this device holds. The name is what screens ask for. */
export class SealedForOthers extends CryptoError {
  constructor() {
    super("not_found", "No key of this device opens this item.");
    this.name = "Sealed";
  }
}

/** A list of roles as it is signed. */
export function asAudience(roles: readonly Id[]): Id[] {
  return [...new Set(roles)].sort();
}

/**
 * One wrap for each role that takes one: symmetric where the role is held, sealed to its public key where it is not.
 *
 * A role with a roll due gets none, nor does one whose new key nobody here has agreed to: the audience names it all the same,
 * so it is owed one, and a holder adds it after the roll, or whoever has agreed.
 */
export async function wrapForAudience(vault: Vault, revision: ContentRevision, dek: DataKey, audience: readonly Id[]): Promise<Wrap[]> {
  const known = state(vault);
  const ready = audience.filter((role) => known.roles[role]?.rollDue === false && isTrusted(vault, role));
  const wraps = ready.map(async (role): Promise<Wrap> => {
    const key = currentRoleKey(vault, role);
    if (key) return { roleId: role, generation: key.generation, mode: "wrap", ...(await wrapContent(key, revision, dek)) };
    const to = publicRole(vault, role);
    return { roleId: role, generation: to.generation, mode: "seal", ...(await sealContent(to, revision, dek)) };
  });
  return inRoleOrder(await Promise.all(wraps));
}

/** A new item has to be readable by its author: one of its wraps is for a role held here. */
export function demandOwnWrap(vault: Vault, wraps: readonly Wrap[]): void {
  if (wraps.some(({ roleId }) => currentRoleKey(vault, roleId))) return;
  throw new CryptoError("failed_precondition", "None of the roles that should read this is held by this device.");
}

/** Tries the wraps of held roles, the quick ones first; a wrap that does not open the body is passed over for another. */
export async function openWraps<Opened>(
  vault: Vault, revision: ContentRevision, wraps: readonly ServedWrap[], use: (dek: DataKey) => Promise<Opened>,
): Promise<Opened> {
  const held = wraps.flatMap((wrap) => {
    const key = heldKey(vault, wrap.roleId, wrap.generation);
    return key ? [{ wrap, key }] : [];
  });
  if (held.length === 0) throw new SealedForOthers();
  const mine = held.flatMap(({ wrap, key }) => ("boxHash" in wrap ? [] : [{ wrap, key }]));
  // Signed for a role of this device, and only named: it was kept back, and that is not the same as having no access.
  if (mine.length === 0) throw damaged();
  mine.sort((left, right) => Number(left.wrap.mode === "seal") - Number(right.wrap.mode === "seal"));
  let failure: unknown;
  for (const { wrap, key } of mine) {
    try {
      const dek = await (wrap.mode === "wrap" ? openContentWrap(key, revision, wrap) : openContentSeal(key, revision, wrap));
      return await use(dek);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
