/** Who can read what, for people: roles, devices, grants, newcomers and the history, out of the own replay. */
import type { StatementOf, KeyStatementType } from "../crypto/statements.ts";
import { activeDevice, generationOf, type DeviceState, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import type { DeviceRow, MemberRow, RoleRow } from "./calls.ts";
import { logCheckOf } from "./checking.ts";
import { logState, type Context } from "./context.ts";
import type { KeyDevice, KeyFact, KeyOverview, KeyRole } from "./contract.ts";
import { newcomersOf } from "./newcomers.ts";
import { builtInNames, confirmedName } from "./roleNames.ts";
import { syncLately } from "./syncing.ts";

const NO_RECOVERY = { savedAt: null, testedAt: null, remindAt: null, reminders: 0 };

async function rolesOf(context: Context, rows: readonly RoleRow[]): Promise<KeyRole[]> {
  const { roles } = logState(context);
  const held = new Set(await context.worker.heldRoles());
  const builtIn = await builtInNames(context.account.id);
  const shown = Object.entries(roles).map(async ([roleId, role]): Promise<KeyRole> => {
    const row = rows.find(({ id }) => id === roleId);
    const name = await confirmedName(roleId, row, builtIn, context.worker.nameFits);
    return { roleId, name, capabilities: role.capabilities, generation: generationOf(role), rollDue: role.rollDue, held: held.has(roleId), holders: role.holders };
  });
  return Promise.all(shown);
}

function vouchOf({ users }: LogState, device: DeviceState): KeyDevice["vouched"] {
  if (device.state === "waiting") return null;
  return device.how === "first" ? ((users[device.user]?.method ?? null)) : device.how;
}

function devicesOf(context: Context, rows: readonly DeviceRow[], members: readonly MemberRow[]): KeyDevice[] {
  const { person, record } = context;
  const state = logState(context);
  return Object.entries(state.devices).map(([deviceId, device]): KeyDevice => ({
    deviceId,
    userId: device.user,
    name: rows.find((row) => row.deviceId === deviceId)?.deviceName ?? "",
    mine: device.user === person.userId,
    current: record?.deviceId === deviceId,
    // What this browser knows of itself is newer than its word in the log.
    by: record?.deviceId === deviceId ? (record.authenticator ? "authenticator" : "passphrase") : device.protection,
    addedAt: new Date(device.addedAt).toISOString(),
    lastSeenAt: members.find(({ id }) => id === device.user)?.lastSeenAt ?? null,
    revoked: device.state === "revoked",
    vouched: vouchOf(state, device),
  }));
}

/** People whom the members' list calls as they have signed for. */
async function namedOf({ worker }: Context, members: readonly MemberRow[]): Promise<Set<string>> {
  const fits = await Promise.all(members.map(async ({ id, name, email, personSaltB64u: saltB64u }) =>
    (saltB64u ? worker.personFits({ user: id, person: { name, email }, saltB64u }).catch(() => false) : false)));
  return new Set(members.flatMap(({ id }, i) => (fits[i] ? [id] : [])));
}

function factOf(statement: StatementOf<KeyStatementType>): KeyFact {
  const { seq, createdAt, type, authorUser } = statement;
  const fields = statement as Partial<Record<"role" | "user" | "device", string>> & { readonly generation?: number };
  return {
    seq, at: new Date(createdAt).toISOString(), type, authorId: authorUser, roleId: fields.role ?? null, userId: fields.user ?? null,
    deviceId: fields.device ?? null, generation: fields.generation ?? null,
  };
}

/** Every active device of everybody assigned, but for those of which the server says that their wrap is missing. */
function grantsOf(state: LogState, missing: ReadonlySet<string>): Set<string> {
  const grants = new Set<string>();
  for (const [roleId, role] of Object.entries(state.roles)) {
    for (const [deviceId, device] of Object.entries(state.devices)) {
      const assigned = role.holders.includes(device.user) && activeDevice(state, device.user, deviceId);
      if (assigned && !missing.has(`${roleId} ${deviceId}`)) grants.add(`${roleId} ${deviceId}`);
    }
  }
  return grants;
}

export async function overviewOf(context: Context): Promise<KeyOverview> {
  await syncLately(context);
  const { calls, worker, record } = context;
  const [roles, devices, members, missing, waiting, history] = await Promise.all([
    calls.roles(), calls.devices(), calls.members(), calls.missingWraps(), newcomersOf(context), worker.history(),
  ]);
  return {
    checkedAt: Date.now(),
    log: logCheckOf(context),
    roles: await rolesOf(context, roles),
    devices: devicesOf(context, devices, members),
    grants: grantsOf(logState(context), new Set(missing.map(({ roleId, deviceId }) => `${roleId} ${deviceId}`))),
    capabilities: Object.fromEntries(Object.entries(logState(context).users).map(([id, { capabilities }]) => [id, capabilities])),
    confirmedNames: await namedOf(context, members),
    waiting,
    history: history.map(factOf).reverse(),
    recovery: record?.recoveryKey ?? NO_RECOVERY,
  };
}
