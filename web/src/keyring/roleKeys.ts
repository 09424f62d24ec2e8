/** Role keys in a person's hands: the first ones of an account, those one is granted, and the rolls that are due. */
import { builtInRoleId, type BuiltInRole } from "../crypto/ids.ts";
import { activeDevices, generationOf } from "../crypto/keyLog/state.ts";
import { hasMoved, isMissing, isThere } from "./calls.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import type { DeviceRecord } from "./store.ts";
import { sync } from "./syncing.ts";
import { appendDrafts, inTurn, write } from "./writing.ts";
import type { DeviceWrap } from "./worker/wire.ts";

const FIRST_ROLES: readonly { readonly role: BuiltInRole; readonly name: string }[] = [
  { role: "owner", name: "Owner" },
  { role: "admin", name: "Admin" },
  { role: "member", name: "Member" },
];

/** Policy version 1 and the keys of owner, admin and member: what every account starts with. Goes on where it was interrupted. */
export function setUpFirstRoles(context: Context): Promise<void> {
  return inTurn(context, async () => {
    const names = new Map((await context.calls.roles()).map(({ id, name }) => [id, name]));
    await write(context, async ({ policy }) => {
      if (policy.version > 0) return;
      const fields = { version: 1, lowestSuite: 1, requireVerified: 1, requireAuthenticators: 0, allowCache: 1, allowPersonal: 1 };
      await appendDrafts(context, [{ type: "account.policy", fields }]);
    });
    for (const { role, name } of FIRST_ROLES) {
      const id = await builtInRoleId(context.account.id, role);
      await write(context, async ({ roles }) => {
        if (roles[id]) return;
        await context.calls.roll(await context.worker.createRole({ role: id, name: names.get(id) ?? name }));
      });
    }
  });
}

export async function firstRolesAreMissing(context: Context): Promise<boolean> {
  const { roles } = logState(context);
  const ids = await Promise.all(FIRST_ROLES.map(({ role }) => builtInRoleId(context.account.id, role)));
  return context.account.isOwner && ids.some((id) => !roles[id]);
}

/** Roles that the log assigns to this person and whose key in force is not here yet. */
async function rolesToOpen(context: Context): Promise<string[]> {
  const held = new Set(await context.worker.heldRoles());
  const { roles } = logState(context);
  return Object.keys(roles).filter((id) => roles[id]?.holders.includes(context.person.userId) && !held.has(id));
}

/** Opens the key in force from what an earlier visit has fetched, if that was kept and is still the one. */
async function openKept(context: Context, role: string): Promise<boolean> {
  const { worker, record } = context;
  const inForce = logState(context).roles[role];
  const kept = record?.cache?.bundles?.find(({ roleId }) => roleId === role);
  if (!kept || !inForce || kept.generation !== generationOf(inForce)) return false;
  return worker.openBundle({ bundle: kept }).then(() => true, () => false);
}

async function openFetched(context: Context, device: DeviceRecord, role: string): Promise<void> {
  const bundle = await context.calls.bundle(device.publicKeyB64u, role);
  await context.worker.openBundle({ bundle });
  const cache = context.record?.cache;
  if (cache) await changeRecord(context, { cache: { ...cache, bundles: [...(cache.bundles ?? []).filter(({ roleId }) => roleId !== role), bundle] } });
}

/** The roles of a list whose key in force waits for this device. Asking for a bundle that is not there would be refused. */
async function servedOf({ calls, report }: Context, device: DeviceRecord, roles: readonly string[]): Promise<ReadonlySet<string>> {
  if (roles.length === 0) return new Set();
  const wraps = await calls.wraps(device.publicKeyB64u);
  const inForce = wraps.filter(({ roleId, generation }) => report.state.roles[roleId]?.keys.length === generation);
  return new Set(inForce.map(({ roleId }) => roleId));
}

/** Opens what was granted; tells which roles still have no wrap for this device. */
export async function openGrantedRoles(context: Context): Promise<string[]> {
  const { record } = context;
  if (!record) return [];
  const wanted: string[] = [];
  for (const role of await rolesToOpen(context)) if (!(await openKept(context, role))) wanted.push(role);
  const served = await servedOf(context, record, wanted);
  const missing = wanted.filter((role) => !served.has(role));
  for (const role of wanted.filter((one) => served.has(one))) {
    try {
      await openFetched(context, record, role);
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing.push(role);
    }
  }
  return missing;
}

async function rollOne(context: Context, role: string, reason: string, onlyIfDue: boolean): Promise<void> {
  await write(context, async ({ roles }) => {
    if (onlyIfDue && !roles[role]?.rollDue) return;
    await openGrantedRoles(context);
    await context.calls.roll(await context.worker.rollRole({ role, reason }));
  });
}

/** Renews a role because somebody asks for it. */
export function rollRole(context: Context, role: string, reason: string): Promise<void> {
  return inTurn(context, () => rollOne(context, role, reason, false));
}

/** Rolls the roles of a set that are due and held here; the others are left to their holders. */
export async function rollDueRoles(context: Context, among: readonly string[] | null = null): Promise<void> {
  const { roles } = logState(context);
  const due = Object.keys(roles).filter((id) => roles[id]?.rollDue && (among?.includes(id) ?? true));
  if (due.length === 0) return;
  const held = new Set(await context.worker.heldRoles());
  // The key of a role that this person gave up a moment ago is still here, and others renew it.
  for (const role of due.filter((id) => held.has(id) && roles[id]?.holders.includes(context.person.userId))) {
    await inTurn(context, () => rollOne(context, role, "member-removed", true));
  }
}

/** Gives every active device of a role's people the wrap that it lacks; in turn, so that no two tasks of this tab give the same. */
export function serveMissingWraps(context: Context): Promise<void> {
  return inTurn(context, async () => {
    const hints = await context.calls.missingWraps();
    const held = new Set(await context.worker.heldRoles());
    const { roles } = logState(context);
    const byRole = Map.groupBy(hints.filter(({ roleId }) => held.has(roleId) && roles[roleId]?.rollDue === false), ({ roleId }) => roleId);
    for (const [role, wanted] of byRole) {
      const items = await context.worker.wrapForDevices({ role, devices: wanted.map(({ deviceId }) => deviceId) });
      // Somebody else may have rolled or removed in the meantime; the next hint says so.
      await giveWraps(context, items).catch((error: unknown) => {
        if (!hasMoved(error)) throw error;
        return sync(context);
      });
    }
  });
}

const WRAPS_PER_CALL = 64;

/** Sends wraps; one that another holder has given in the meantime is as good as the own. */
export async function giveWraps({ calls }: Context, items: readonly DeviceWrap[]): Promise<void> {
  for (let at = 0; at < items.length; at += WRAPS_PER_CALL) {
    const some = items.slice(at, at + WRAPS_PER_CALL);
    try {
      await calls.grant(some);
    } catch (error) {
      if (!isThere(error)) throw error;
      for (const one of some) await calls.grant([one]).catch((each: unknown) => { if (!isThere(each)) throw each; });
    }
  }
}

/** Wraps these roles for all devices of a person. */
export async function wrapFor(context: Context, user: string, roles: readonly string[]): Promise<void> {
  const devices = activeDevices(logState(context), user);
  const wraps = await Promise.all(roles.map((role) => context.worker.wrapForDevices({ role, devices })));
  await giveWraps(context, wraps.flat());
}

/** The person's own role, for items that nobody else reads. It is made at the first of them. */
export async function personalRole(context: Context, role: string): Promise<string> {
  await inTurn(context, () =>
    write(context, async ({ roles }) => {
      const found = roles[role];
      if (found && generationOf(found) > 0) return;
      await context.calls.roll(await context.worker.createRole({ role, name: "Personal" }));
    }));
  return role;
}
