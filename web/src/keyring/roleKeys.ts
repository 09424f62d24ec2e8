/** Role keys in a person's hands: the first ones of an account, those one gives, and the rolls that are due. */
import { builtInRoleId } from "../crypto/ids.ts";
import { activeDevices, defaultKey, generationOf } from "../crypto/keyLog/state.ts";
import { hasMoved, isThere } from "./calls.ts";
import { logState, type Context } from "./context.ts";
import { dueRoles, FIRST_ROLES, openGrantedRoles } from "./grantedRoles.ts";
import { sync } from "./syncing.ts";
import { appendDrafts, inTurn, write } from "./writing.ts";
import type { DeviceWrap } from "./worker/wire.ts";

/** Policy version 1, the keys of owner, admin and member, and who reads what is new. Goes on where it was interrupted. */
export function setUpFirstRoles(context: Context): Promise<void> {
  return inTurn(context, async () => {
    await write(context, async ({ policy }) => {
      if (policy.version > 0) return;
      const fields = { version: 1, lowestSuite: 1, requireVerified: 1, requireAuthenticators: 0, allowCache: 1, allowPersonal: 1, letInByItself: 1 };
      await appendDrafts(context, [{ type: "account.policy", fields }]);
    });
    const first: string[] = [];
    for (const { role, name, capabilities } of FIRST_ROLES) {
      const id = await builtInRoleId(context.account.id, role);
      first.push(id);
      await write(context, async ({ roles }) => {
        if (roles[id]) return;
        await context.calls.roll(await context.worker.createRole({ role: id, name, capabilities }));
      });
    }
    await write(context, async ({ defaults }) => {
      const scope = context.account.id;
      if (defaultKey(scope, null) in defaults) return;
      await appendDrafts(context, [{ type: "audience.default", fields: { scope, kind: null, roles: first.sort() } }]);
    });
  });
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
  const due = dueRoles(context, among);
  if (due.length === 0) return;
  const { roles } = logState(context);
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
      await context.calls.roll(await context.worker.createRole({ role, name: "Personal", capabilities: 0 }));
    }));
  return role;
}
