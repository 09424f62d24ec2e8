/**
 * A role secret for one device.
 *
 * Two agreements make its key: the fresh one gives secrecy even if the role's private key is lost later,
 * the one with the role's own key proves that the wrapper held it. A server that knows public keys only
 * can not make a wrap for a role that exists.
 */
import { boxPrefix, open, seal, type Box } from "./box.ts";
import { concat, type Bytes } from "./bytes.ts";
import type { Id } from "./ids.ts";
import { agree, generateAgreementPair, importAgreementKey, pointBytes, type AgreementKey } from "./keys.ts";
import { checkedRoleKey, roleSecret, type PublishedRoleKey, type RoleGeneration, type RoleKey } from "./roleKey.ts";

export interface Recipient {
  readonly user: Id;
  readonly device: Id;
  readonly ecdhPublic: string;
}

function context(place: RoleGeneration, to: Recipient, ephemeral: string, rolePublic: string) {
  const { account, role, generation } = place;
  return { account, role, generation, user: to.user, device: to.device, ephemeral, rolePublic, devicePublic: to.ecdhPublic };
}

export async function wrapRole(key: RoleKey, to: Recipient): Promise<Box> {
  const fresh = await generateAgreementPair();
  const ephemeral = await importAgreementKey(fresh.scalar, fresh.point);
  const ikm = concat(await agree(ephemeral, to.ecdhPublic), await agree(key.agreement, to.ecdhPublic));
  const place = context(key, to, fresh.point, key.rolePublic);
  return seal(ikm, "role-wrap", place, key.secret, { prefix: pointBytes(fresh.point) });
}

async function ikmOfReceiver(agreement: AgreementKey, ephemeral: string, rolePublic: string): Promise<Bytes> {
  return concat(await agree(agreement, ephemeral), await agree(agreement, rolePublic));
}

/** Opens a wrap with the device's own key and checks what it gives against the published generation. */
export async function openRoleWrap(
  agreement: AgreementKey, me: Recipient, place: RoleGeneration, published: PublishedRoleKey, box: Box,
): Promise<RoleKey> {
  const ephemeral = boxPrefix("role-wrap", box);
  const ikm = await ikmOfReceiver(agreement, ephemeral, published.rolePublic);
  const bytes = await open(ikm, "role-wrap", context(place, me, ephemeral, published.rolePublic), box);
  return checkedRoleKey(roleSecret(bytes), place, published);
}
