/**
 * The pairing secret of an invitation, readable by those only who may let the guest in.
 *
 * Invited e-mail and role stand in the box, and what the person who confirms is shown comes from here and not from
 * the server's records.
 */
import { open, seal, type Box } from "./box.ts";
import { concat, textOf, utf8, type Bytes } from "./bytes.ts";
import { damaged } from "./errors.ts";
import type { Id } from "./ids.ts";
import type { RoleKey } from "./roleKey.ts";

export interface InvitationSecret {
  readonly secret: Bytes;
  readonly email: string;
}

function context(custodian: RoleKey, invite: Id, role: Id) {
  return { account: custodian.account, custodianRole: custodian.role, generation: custodian.generation, invite, role };
}

export function sealInvitation(custodian: RoleKey, invite: Id, role: Id, { secret, email }: InvitationSecret): Promise<Box> {
  return seal(custodian.kek, "invite", context(custodian, invite, role), concat(secret, utf8(email)));
}

export async function openInvitation(custodian: RoleKey, invite: Id, role: Id, box: Box): Promise<InvitationSecret> {
  const plaintext = await open(custodian.kek, "invite", context(custodian, invite, role), box);
  if (plaintext.length < 17) throw damaged();
  return { secret: plaintext.slice(0, 16), email: textOf(plaintext.slice(16)) };
}
