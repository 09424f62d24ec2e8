/** How memberships end: a person is removed, leaves, or hands the account over to another owner. */
import { CryptoError } from "../crypto/errors.ts";
import { builtInRoleId } from "../crypto/ids.ts";
import { activeDevices, MANAGE_MEMBERS, may, type InviteState, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import type { Acting } from "./acting.ts";
import { alarmOf } from "./alarm.ts";
import { allows, type InvitationRow } from "./calls.ts";
import { logState, type Context } from "./context.ts";
import { cancelInvitation } from "./invitations.ts";
import { setRole } from "./memberRoles.ts";
import { rollDueRoles } from "./roleKeys.ts";
import { syncLately } from "./syncing.ts";
import type { KeyDraft } from "./worker/logOperations.ts";
import { appendDrafts, inTurn, untilTaken, write } from "./writing.ts";

const removal = (user: string, reason: "removed" | "left"): KeyDraft[] => [{ type: "user.remove", fields: { user, reason } }];

/** Somebody of whom the log knows no device is removed without a statement. */
function isInLog({ devices }: LogState, user: string): boolean {
  return Object.values(devices).some((device) => device.user === user && device.state !== "revoked");
}

/** Nobody may join any more by the word of a person who is gone: what the server lists gives its seat back, what was signed ends by the log. */
async function cancelInvitationsOf(context: Acting, user: string): Promise<void> {
  const { invites } = logState(context);
  // Whose a signed one is, its statement says. One for a role without keys has none, and takes none to be cancelled.
  const theirs = (await listedInvitations(context)).filter(({ id, word }) => word.state === "pending" && (invites[id]?.createdBy ?? word.invitedBy) === user);
  for (const { id } of theirs) await cancelInvitation(context, id);
  await cancelSigned(context, user);
}

async function listedInvitations({ calls, account, person }: Context): Promise<readonly InvitationRow[]> {
  // The role may be another one than when the page was opened.
  const me = (await calls.members().catch(() => [])).find(({ id }) => id === person.userId);
  const own = (await calls.roles()).find(({ id }) => id === (me?.word.roleId ?? account.roleId));
  return own && allows(own, "invitation", "list") && allows(own, "invitation", "cancel") ? calls.invitations() : [];
}

/** Those that the server does not list, or says to be over: the log alone knows what is still open. */
async function cancelSigned(context: Acting, user: string): Promise<void> {
  if (!may(logState(context), context.person.userId, MANAGE_MEMBERS)) return;
  await inTurn(context, () =>
    write(context, async ({ invites }) => {
      const isOpen = ({ createdBy, state, expiresAt }: InviteState) => createdBy === user && state === "created" && expiresAt > Date.now();
      const open = Object.entries(invites).flatMap(([invite, one]) => (isOpen(one) ? [{ type: "invite.cancel" as const, fields: { invite } }] : []));
      if (open.length > 0) await appendDrafts(context, open);
    }));
}

/**
 * Renews the keys that are due and held here; tells which roles still wait for a new key.
 *
 * The removal before it stands whatever becomes of this, so only an alarm is thrown.
 */
export async function rollDue(context: Context): Promise<string[]> {
  await rollDueRoles(context).catch((error: unknown) => {
    if (alarmOf(error, false)) throw error;
  });
  const { roles } = logState(context);
  return Object.keys(roles).filter((id) => roles[id]?.rollDue);
}

/** Removes a person with everything that was given; tells which roles still wait for a new key. */
export async function removeMember(context: Acting, user: string): Promise<string[]> {
  await syncLately(context);
  // What the log would not accept is not begun: a cancelled invitation does not come back.
  if (isInLog(logState(context), user)) await context.worker.signKeys({ drafts: removal(user, "removed") });
  await cancelInvitationsOf(context, user);
  await inTurn(context, () =>
    write(context, async (state) => {
      const [signed] = isInLog(state, user) ? await context.worker.signKeys({ drafts: removal(user, "removed") }) : [];
      await context.calls.removeMember(user, signed ?? null);
    }));
  return rollDue(context);
}

/** The person of this browser leaves, and the browser forgets its key: the log says that it opens nothing any more. */
export async function leave(context: Acting): Promise<void> {
  const user = context.person.userId;
  await syncLately(context);
  if (isInLog(logState(context), user)) await context.worker.signKeys({ drafts: removal(user, "left") });
  await cancelInvitationsOf(context, user);
  await inTurn(context, () =>
    untilTaken(context, async (state) => {
      const [signed] = isInLog(state, user) ? await context.worker.signKeys({ drafts: removal(user, "left") }) : [];
      await context.calls.removeMember(user, signed ?? null);
    }));
  await context.store.deleteDevice();
  await context.store.forgetLog();
  context.record = null;
}

/**
 * Makes somebody else the owner, and gives this person the role that they keep.
 *
 * In this order: an account is never without an owner. When the second step fails there are two, and doing it again ends it.
 */
export async function handOver(context: Acting, user: string, keep: string): Promise<void> {
  const owner = await builtInRoleId(context.account.id, "owner");
  if (user === context.person.userId || keep === owner) throw new CryptoError("invalid_argument", "An account is handed over to somebody else.");
  await syncLately(context);
  if (activeDevices(logState(context), user).length === 0) {
    throw new CryptoError("failed_precondition", "Only somebody who can read already can become the owner.");
  }
  await setRole(context, user, owner);
  await setRole(context, context.person.userId, keep);
}
