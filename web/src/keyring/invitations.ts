/** Invitations: the link that carries the secret, made, shown again and cancelled. */
import { builtInRoleId } from "../crypto/ids.ts";
import { CryptoError } from "../crypto/errors.ts";
import { MANAGE_MEMBERS, may, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import type { Acting } from "./acting.ts";
import type { InvitationRow } from "./calls.ts";
import type { Context } from "./context.ts";
import { syncLately } from "./syncing.ts";
import { inTurn, write } from "./writing.ts";

const LIFE_MS = 7 * 24 * 60 * 60 * 1000;

function linkOf(id: string, fragment: string): string {
  return `${location.origin}/join/${id}#${fragment}`;
}

/** Held here, with no roll due, and all of whose holders may let people in: only they will ever read the secret. */
async function custodianRole(context: Context, { roles, ...rest }: LogState): Promise<string> {
  const state = { roles, ...rest };
  const held = await context.worker.heldRoles();
  const fit = held.filter((id) => {
    const role = roles[id];
    return role !== undefined && !role.rollDue && role.holders.every((user) => may(state, user, MANAGE_MEMBERS));
  });
  const preferred = await Promise.all([builtInRoleId(context.account.id, "admin"), builtInRoleId(context.account.id, "owner")]);
  const chosen = preferred.find((id) => fit.includes(id)) ?? fit.find((id) => roles[id]?.personalOf === null) ?? fit[0];
  if (chosen === undefined) throw new CryptoError("failed_precondition", "No role key of this device may keep an invitation.");
  return chosen;
}

export interface Invitation {
  readonly email: string;
  readonly roleId: string;
  readonly message?: string;
}

/** Without a link where the role has no key: it opens nothing, so there is no secret to hand over, and nothing to sign. */
export function invite(context: Acting, { email, roleId, message }: Invitation): Promise<{ id: string; link?: string }> {
  return inTurn(context, async () => {
    const inviteId = crypto.randomUUID();
    return write(context, async (state) => {
      const said = { email, roleId, inviteId, ...(message === undefined ? {} : { message }) };
      if (state.roles[roleId] === undefined) return { id: (await context.calls.invite(said)).id };
      const { signed, box, fragment } = await context.worker.makeInvitation({
        invite: inviteId, role: roleId, custodianRole: await custodianRole(context, state), email, expiresAt: Date.now() + LIFE_MS,
      });
      const sent = await context.calls.invite({ ...said, pairing: box, ...signed });
      // A pending invitation to this address was sent again instead: its own secret stays.
      if (sent.id !== inviteId) return { id: sent.id, link: await invitationLink(context, sent.id, { email, role: roleId }) };
      return { id: inviteId, link: linkOf(inviteId, fragment) };
    });
  });
}

async function rowOf({ calls }: Context, id: string): Promise<InvitationRow> {
  const row = (await calls.invitations()).find((one) => one.id === id);
  if (!row) throw new CryptoError("not_found", "There is no such invitation.");
  return row;
}

export async function invitationLink(context: Acting, id: string, sentFor?: { readonly email: string; readonly role: string }): Promise<string> {
  await syncLately(context);
  const { pairing } = await rowOf(context, id);
  if (!pairing) throw new CryptoError("failed_precondition", "This invitation has no secure link.");
  return linkOf(id, await context.worker.invitationFragment({ invite: id, box: pairing, ...(sentFor && { sentFor }) }));
}

export function cancelInvitation(context: Acting, id: string): Promise<void> {
  return inTurn(context, () =>
    write(context, async ({ invites }) => {
      const known = invites[id]?.state === "created";
      const [signed] = known ? await context.worker.signKeys({ drafts: [{ type: "invite.cancel", fields: { invite: id } }] }) : [];
      await context.calls.cancelInvitation(id, signed ?? null);
    }));
}
