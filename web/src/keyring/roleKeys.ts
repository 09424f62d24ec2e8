/** Role keys in a person's hands: the first ones of an account, those one gives, and the rolls that are due. */
import { builtInRoleId } from "../crypto/ids.ts";
import { activeDevices, defaultKey, generationOf } from "../crypto/keyLog/state.ts";
import type { Acting } from "./acting.ts";
import { hasMoved, isThere } from "./calls.ts";
import { logState, type Context } from "./context.ts";
import { byItself } from "./deputies.ts";
import { dueRoles, FIRST_POLICY, FIRST_ROLES, openGrantedRoles } from "./grantedRoles.ts";
import { writeDownKnown } from "./known.ts";
import { sync } from "./syncing.ts";
import { appendDrafts, inTurn, write } from "./writing.ts";
import type { DeviceWrap } from "./worker/wire.ts";

/** Policy version 1, the keys of owner, admin and member, and who reads what is new. Goes on where it was interrupted. */
export function setUpFirstRoles(context: Context): Promise<void> {
  return inTurn(context, async () => {
    const ids = await Promise.all(FIRST_ROLES.map(({ role }) => builtInRoleId(context.account.id, role)));
    const acting = await byItself(context, "first roles", { ids });
    if (!acting) return;
    await write(acting, async ({ policy }) => {
      if (policy.version === 0) await appendDrafts(acting, [{ type: "account.policy", fields: FIRST_POLICY }]);
    });
    for (const [at, { name, capabilities }] of FIRST_ROLES.entries()) {
      const role = ids[at] ?? "";
      await write(acting, async ({ roles }) => {
        if (!roles[role]) await acting.calls.roll(await acting.worker.createRole({ role, name, capabilities }));
      });
    }
    await write(acting, async ({ defaults }) => {
      const scope = acting.account.id;
      if (!(defaultKey(scope, null) in defaults)) await appendDrafts(acting, [{ type: "audience.default", fields: { scope, kind: null, roles: ids.sort() } }]);
    });
  });
}

async function rollOne(acting: Acting, role: string, reason: string): Promise<void> {
  await openGrantedRoles(acting);
  await acting.calls.roll(await acting.worker.rollRole({ role, reason }));
}

/** Its person trusts a role key that was started anew: from now on what they save opens with it, and what was owed is paid. */
export async function trustRestart(acting: Acting, role: string, generation: number): Promise<void> {
  await acting.worker.trustRestart({ role, generation });
  await writeDownKnown(acting);
  acting.memory.forget();
}

/** Renews a role because somebody asks for it. */
export function rollRole(acting: Acting, role: string, reason: string): Promise<void> {
  return inTurn(acting, () => write(acting, () => rollOne(acting, role, reason)));
}

/** Rolls the roles of a set that are due and held here; the others are left to their holders. */
export async function rollDueRoles(context: Context, among: readonly string[] | null = null): Promise<void> {
  const due = dueRoles(context, among);
  if (due.length === 0) return;
  const held = new Set(await context.worker.heldRoles());
  for (const role of due.filter((id) => held.has(id))) {
    await inTurn(context, () => write(context, async () => {
      const acting = await byItself(context, "roll", { role });
      if (acting) await rollOne(acting, role, "member-removed");
    }));
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
      const acting = await byItself(context, "wrap", { role });
      // A hint may name a device that is none any more, or somebody who does not hold the role.
      const devices = wanted.map(({ deviceId }) => deviceId).filter((id) => takesWrap(context, role, id));
      if (!acting || devices.length === 0) continue;
      const items = await acting.worker.wrapForDevices({ role, devices });
      // Somebody else may have rolled or removed in the meantime; the next hint says so.
      await giveWraps(context, items).catch((error: unknown) => {
        if (!hasMoved(error)) throw error;
        return sync(context);
      });
    }
  });
}

function takesWrap(context: Context, role: string, device: string): boolean {
  const { devices, roles } = logState(context);
  const found = devices[device];
  return found?.state === "active" && (roles[role]?.holders.includes(found.user) ?? false);
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

/** Wraps these roles for all devices of a person to whom the log gives them; what cannot be given now is served later. */
export async function wrapFor(context: Context, user: string, roles: readonly string[]): Promise<void> {
  const devices = activeDevices(logState(context), user);
  const wraps = await Promise.all(roles.map(async (role) => {
    const acting = await byItself(context, "wrap", { role });
    return acting && devices.every((id) => takesWrap(context, role, id)) ? acting.worker.wrapForDevices({ role, devices }) : [];
  }));
  await giveWraps(context, wraps.flat());
}

/** The person's own role, for items that nobody else reads. It is made at the first of them. */
export async function personalRole(context: Acting, role: string): Promise<string> {
  await inTurn(context, () =>
    write(context, async ({ roles }) => {
      const found = roles[role];
      if (found && generationOf(found) > 0) return;
      await context.calls.roll(await context.worker.createRole({ role, name: "Personal", capabilities: 0 }));
    }));
  return role;
}
