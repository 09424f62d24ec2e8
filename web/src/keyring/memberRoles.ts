/**
 * Which role a member has and which further ones they read for: signed in the key log first, and told to the server then.
 *
 * The server takes nothing that the log does not say, so that nobody reads less than is shown, or longer.
 */
import { CryptoError } from "../crypto/errors.ts";
import { builtInRoleId } from "../crypto/ids.ts";
import { activeDevices, MANAGE_CAPABILITIES, may, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import { logState, type Context } from "./context.ts";
import type { RolePlan } from "./contract.ts";
import { rollDueRoles, wrapFor } from "./roleKeys.ts";
import { syncLately } from "./syncing.ts";
import type { KeyDraft } from "./worker/logOperations.ts";
import { appendDrafts, inTurn, write } from "./writing.ts";

/** What comes with a role by itself, by the key log; nobody gives or takes it alone. A role without keys reads nothing. */
export async function readsByRole(context: Context, roleId: string): Promise<string[]> {
  const { roles, builtInRoles } = logState(context);
  const order = await Promise.all((["owner", "admin", "member"] as const).map((role) => builtInRoleId(context.account.id, role)));
  const place = order.indexOf(roleId);
  const made = Object.keys(roles).filter((id) => roles[id]?.personalOf === null && !builtInRoles.includes(id));
  // An owner reads for every role that the account made for itself, too.
  if (place >= 0) return [...order.slice(place), ...(place === 0 ? made : [])];
  return made.includes(roleId) ? [roleId] : [];
}

export function canGive({ person, report }: Context, role: string): boolean {
  const found = report.state.roles[role];
  return found?.personalOf === null && found.holders.includes(person.userId);
}

/** What the members of a role are meant to have, as its statement says; a role without a key gives nothing. */
export function capabilitiesFor(context: Context, roleId: string): number {
  return logState(context).roles[roleId]?.capabilities ?? 0;
}

/** What a member is to have: a role with all that comes with it, and what they read for beside. */
interface Wish {
  readonly roleId: string;
  readonly beside: readonly string[];
}

/** A wish, worked out: what is signed for it, what the server is told, and who could do it. */
interface Change {
  readonly roleId: string;
  /** Read for beside what comes with the role. */
  readonly beside: readonly string[];
  readonly given: readonly string[];
  readonly taken: readonly string[];
  /** What the person may do with keys afterwards, and whether that is something else than now. */
  readonly capabilities: number;
  readonly changesCapabilities: boolean;
  /** Given keys that this person does not hold. */
  readonly lacking: readonly string[];
}

async function workOut(context: Context, user: string, wish: (before: Wish) => Wish): Promise<Change> {
  const member = await context.calls.member(user);
  const came = await readsByRole(context, member.roleId);
  const { roleId, beside } = wish({ roleId: member.roleId, beside: member.readsRoleIds.filter((id) => !came.includes(id)) });
  const own = await readsByRole(context, roleId);
  const reads = own.length === 0 ? [] : [...own, ...beside.filter((id) => !own.includes(id))];
  const { roles, users } = logState(context);
  // A role without a key and the own one of a person are not given to anybody.
  const keyed = (role: string) => roles[role]?.personalOf === null;
  const given = reads.filter((role) => keyed(role) && !roles[role]?.holders.includes(user));
  const taken = [...came, ...member.readsRoleIds].filter((role) => keyed(role) && !reads.includes(role));
  const capabilities = capabilitiesFor(context, roleId);
  return {
    roleId, beside: own.length === 0 ? [] : beside, given, taken: [...new Set(taken)], capabilities,
    changesCapabilities: (users[user]?.capabilities ?? 0) !== capabilities,
    lacking: given.filter((role) => !canGive(context, role)),
  };
}

function draftsFor(context: Context, state: LogState, user: string, { given, taken, capabilities, changesCapabilities }: Change): KeyDraft[] {
  const holds = (role: string) => state.roles[role]?.holders.includes(user) ?? false;
  if (changesCapabilities && !may(state, context.person.userId, MANAGE_CAPABILITIES)) {
    throw new CryptoError("failed_precondition", "Only an owner can give this role.");
  }
  return [
    ...((state.users[user]?.capabilities ?? 0) === capabilities ? [] : [{ type: "capability.set" as const, fields: { user, capabilities } }]),
    ...given.filter((role) => !holds(role)).map((role) => ({ type: "role.assign" as const, fields: { role, user } })),
    ...taken.filter(holds).map((role) => ({ type: "role.unassign" as const, fields: { role, user } })),
  ];
}

async function change(context: Context, user: string, wish: (before: Wish) => Wish): Promise<void> {
  await rollDueRoles(context);
  await inTurn(context, async () => {
    const worked = await workOut(context, user, wish);
    const { roleId, beside, given, lacking } = worked;
    if (lacking.length > 0) throw new CryptoError("failed_precondition", "Only somebody who holds this role key can give it.");

    // Whoever has no device yet gets all of it with the vouch.
    if (activeDevices(logState(context), user).length > 0) {
      await write(context, (state) => appendDrafts(context, draftsFor(context, state, user, worked)));
    }
    await context.calls.setRole({ userId: user, roleId, readsRoleIds: beside });
    await wrapFor(context, user, given);
  });
  await rollDueRoles(context);
}

/** What another role would change, before anybody signs it. */
export async function planRole(context: Context, user: string, role: string): Promise<RolePlan> {
  await syncLately(context);
  const { given, taken, capabilities, changesCapabilities, lacking } = await workOut(context, user, ({ beside }) => ({ roleId: role, beside }));
  const active = activeDevices(logState(context), user).length > 0;
  const ownerOnly = active && changesCapabilities && !may(logState(context), context.person.userId, MANAGE_CAPABILITIES);
  return { given: [...given], taken: [...taken], lacking: [...lacking], capabilities, ownerOnly };
}

/** Lets a member read for a further role that this person holds. */
export function giveRole(context: Context, user: string, role: string): Promise<void> {
  return change(context, user, ({ roleId, beside }) => ({ roleId, beside: [...new Set([...beside, role])] }));
}

/** Takes a further role away; what is written afterwards is under a key that this member never gets. */
export function takeRole(context: Context, user: string, role: string): Promise<void> {
  return change(context, user, ({ roleId, beside }) => {
    if (!beside.includes(role)) throw new CryptoError("failed_precondition", "This key comes with the role of the person. Change the role instead.");
    return { roleId, beside: beside.filter((id) => id !== role) };
  });
}

/** Another role: what came with the old one goes, what was given beside it stays. */
export function setRole(context: Context, user: string, role: string): Promise<void> {
  return change(context, user, ({ beside }) => ({ roleId: role, beside }));
}
