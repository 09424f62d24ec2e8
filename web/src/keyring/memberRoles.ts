/**
 * Which role a member has and which further ones they read for: signed in the key log first, and told to the server then.
 *
 * What is signed follows from the click and from the log: what the server notes about a member gives nobody a key, keeps
 * nobody's and changes no capability. The server takes nothing that the log does not say.
 */
import { CryptoError } from "../crypto/errors.ts";
import { builtInRoleId } from "../crypto/ids.ts";
import { activeDevices, MANAGE_CAPABILITIES, may, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import type { Acting } from "./acting.ts";
import type { MemberRow } from "./calls.ts";
import { CHANGED } from "./changedTexts.ts";
import { logState, type Context } from "./context.ts";
import type { RolePlan } from "./contract.ts";
import { rollDueRoles, wrapFor } from "./roleKeys.ts";
import { syncLately } from "./syncing.ts";
import type { KeyDraft } from "./worker/logOperations.ts";
import { appendDrafts, inTurn, write } from "./writing.ts";

/** The roles that every account has keys for; each reads what those after it read. */
const rolesInOrder = ({ account }: Context): Promise<string[]> =>
  Promise.all((["owner", "admin", "member"] as const).map((role) => builtInRoleId(account.id, role)));

/** What comes with a role by itself, by the key log; nobody gives or takes it alone. A role without keys reads nothing. */
export async function readsByRole(context: Context, roleId: string): Promise<string[]> {
  const { roles, builtInRoles } = logState(context);
  const order = await rolesInOrder(context);
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

/** A click, worked out: what is signed for it, what the server is told, and who could do it. */
interface Change {
  readonly given: readonly string[];
  readonly taken: readonly string[];
  /** What the person may do with keys afterwards; nothing where the click is not about that. */
  readonly capabilities: number | null;
  /** Given keys that this person does not hold. */
  readonly lacking: readonly string[];
  readonly told: { readonly roleId: string; readonly readsRoleIds: readonly string[] };
}

type WorkOut = (context: Context, member: MemberRow) => Promise<Change>;

/** The roles that the log assigns to a person and that others may hold too. */
function sharedRolesOf({ roles }: LogState, user: string): string[] {
  return Object.keys(roles).filter((id) => roles[id]?.personalOf === null && roles[id].holders.includes(user));
}

/** What the server notes that a member reads beside what comes with the role. */
async function notedBeside(context: Context, { word }: MemberRow): Promise<string[]> {
  const came = await readsByRole(context, word.roleId);
  return word.readsRoleIds.filter((id) => !came.includes(id));
}

/**
 * Of the roles that every account has, the one that the log gives to somebody together with its capabilities: one that was
 * given beside it brings none. Only where there is none is it what the server notes.
 */
async function roleOf(context: Context, { id, word }: MemberRow): Promise<string> {
  const { users } = logState(context);
  const held = sharedRolesOf(logState(context), id);
  const fits = (role: string) => held.includes(role) && capabilitiesFor(context, role) === (users[id]?.capabilities ?? 0);
  return (await rolesInOrder(context)).find(fits) ?? word.roleId;
}

/** What somebody holds beside what comes with their role; for a person without a device there is no log yet, and nothing is signed. */
async function heldBeside(context: Context, member: MemberRow): Promise<string[]> {
  const state = logState(context);
  if (activeDevices(state, member.id).length === 0) return notedBeside(context, member);
  const came = await readsByRole(context, await roleOf(context, member));
  return sharedRolesOf(state, member.id).filter((id) => !came.includes(id));
}

/** Another role with all that comes with it. Of what the person holds, a role that the account made and gave beside the old one stays. */
const toRole = (roleId: string): WorkOut => async (context, member) => {
  const [came, own, order] = await Promise.all([readsByRole(context, await roleOf(context, member)), readsByRole(context, roleId), rolesInOrder(context)]);
  const state = logState(context);
  const held = sharedRolesOf(state, member.id);
  const beside = own.length === 0 ? [] : held.filter((id) => ![...came, ...own, ...order].includes(id));
  const given = own.filter((id) => state.roles[id]?.personalOf === null && !held.includes(id));
  const hasKeys = activeDevices(state, member.id).length > 0;
  return {
    given, taken: held.filter((id) => ![...own, ...beside].includes(id)), capabilities: capabilitiesFor(context, roleId),
    lacking: given.filter((role) => !canGive(context, role)),
    told: { roleId, readsRoleIds: hasKeys || own.length === 0 ? beside : await notedBeside(context, member) },
  };
};

/** One further role, and nothing beside it. */
const withRole = (role: string): WorkOut => async (context, member) => {
  const state = logState(context);
  const given = state.roles[role]?.personalOf === null && !sharedRolesOf(state, member.id).includes(role) ? [role] : [];
  const readsRoleIds = [...new Set([...(await heldBeside(context, member)), role])];
  return { given, taken: [], capabilities: null, lacking: given.filter((one) => !canGive(context, one)), told: { roleId: member.word.roleId, readsRoleIds } };
};

const withoutRole = (role: string): WorkOut => async (context, member) => {
  const beside = await heldBeside(context, member);
  if (!beside.includes(role)) throw new CryptoError("failed_precondition", "This key comes with the role of the person. Change the role instead.");
  return { given: [], taken: [role], capabilities: null, lacking: [], told: { roleId: member.word.roleId, readsRoleIds: beside.filter((id) => id !== role) } };
};

const changesCapabilities = (state: LogState, user: string, { capabilities }: Change): boolean =>
  capabilities !== null && (state.users[user]?.capabilities ?? 0) !== capabilities;

function draftsFor(context: Context, state: LogState, user: string, change: Change): KeyDraft[] {
  const holds = (role: string) => state.roles[role]?.holders.includes(user) ?? false;
  const changes = changesCapabilities(state, user, change);
  if (changes && !may(state, context.person.userId, MANAGE_CAPABILITIES)) {
    throw new CryptoError("failed_precondition", "Only an owner can give this role.");
  }
  return [
    ...(changes ? [{ type: "capability.set" as const, fields: { user, capabilities: change.capabilities ?? 0 } }] : []),
    ...change.given.filter((role) => !holds(role)).map((role) => ({ type: "role.assign" as const, fields: { role, user } })),
    ...change.taken.filter(holds).map((role) => ({ type: "role.unassign" as const, fields: { role, user } })),
  ];
}

async function memberOf(context: Context, user: string): Promise<MemberRow> {
  // Whom the server answers about is whom the click named.
  return { ...(await context.calls.member(user)), id: user };
}

/** What was shown is what is done: between the two nobody changes what a click means. */
function demandAsShown({ given, taken, capabilities }: Change, shown: RolePlan): void {
  const same = (one: readonly string[], other: readonly string[]) => one.length === other.length && one.every((id) => other.includes(id));
  if (same(given, shown.given) && same(taken, shown.taken) && (capabilities ?? 0) === shown.capabilities) return;
  throw new CryptoError("failed_precondition", CHANGED.roleChange);
}

async function change(context: Acting, user: string, workOut: WorkOut, shown?: RolePlan): Promise<void> {
  await rollDueRoles(context);
  await inTurn(context, async () => {
    const worked = await workOut(context, await memberOf(context, user));
    if (shown) demandAsShown(worked, shown);
    if (worked.lacking.length > 0) throw new CryptoError("failed_precondition", "Only somebody who holds this role key can give it.");

    // Whoever has no device yet gets all of it with the vouch.
    if (activeDevices(logState(context), user).length > 0) {
      await write(context, (state) => appendDrafts(context, draftsFor(context, state, user, worked)));
    }
    const { roleId, readsRoleIds } = worked.told;
    await context.calls.setRole({ userId: user, roleId, readsRoleIds });
    await wrapFor(context, user, worked.given);
  });
  await rollDueRoles(context);
}

/** What another role would change, before anybody signs it. */
export async function planRole(context: Context, user: string, role: string): Promise<RolePlan> {
  await syncLately(context);
  const state = logState(context);
  const plan = await toRole(role)(context, await memberOf(context, user));
  const active = activeDevices(state, user).length > 0;
  const ownerOnly = active && changesCapabilities(state, user, plan) && !may(state, context.person.userId, MANAGE_CAPABILITIES);
  return { given: [...plan.given], taken: [...plan.taken], lacking: [...plan.lacking], capabilities: plan.capabilities ?? 0, ownerOnly };
}

/** Lets a member read for a further role that this person holds. */
export function giveRole(context: Acting, user: string, role: string): Promise<void> {
  return change(context, user, withRole(role));
}

/** Takes a further role away; what is written afterwards is under a key that this member never gets. */
export function takeRole(context: Acting, user: string, role: string): Promise<void> {
  return change(context, user, withoutRole(role));
}

/** Another role: what came with the old one goes, what was given beside it stays. */
export function setRole(context: Acting, user: string, role: string, shown?: RolePlan): Promise<void> {
  return change(context, user, toRole(role), shown);
}
