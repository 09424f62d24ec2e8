/** Who can read what, for people: roles, devices, grants, newcomers and the history, out of the own replay. */
import type { StatementOf, KeyStatementType } from "../crypto/statements.ts";
import { activeDevice, generationOf, type DeviceState, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import type { DeviceRow, MemberRow } from "./calls.ts";
import { logCheckOf } from "./checking.ts";
import { logState, type Context } from "./context.ts";
import type { Directory, KeyDevice, KeyFact, KeyOverview, KeyRole, SignedInvitation } from "./contract.ts";
import { newcomersOf, recoveredOf, unshownOf } from "./newcomers.ts";
import { directoryOf } from "./directory.ts";
import { syncLately } from "./syncing.ts";

const NO_RECOVERY = { savedAt: null, testedAt: null, remindAt: null, reminders: 0 };

async function rolesOf(context: Context, { roles: named }: Directory): Promise<KeyRole[]> {
  const { roles } = logState(context);
  const held = new Set(await context.worker.heldRoles());
  return Object.entries(roles).map(([roleId, role]): KeyRole => {
    const called = named.find(({ id, standing }) => id === roleId && standing === "signed");
    return {
      roleId, name: called?.name || null, capabilities: role.capabilities, generation: generationOf(role), rollDue: role.rollDue, held: held.has(roleId),
      holders: role.holders,
    };
  });
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
    name: rows.find((row) => row.deviceId === deviceId)?.word.deviceName ?? "",
    mine: device.user === person.userId,
    current: record?.deviceId === deviceId,
    // What this browser knows of itself is newer than its word in the log.
    by: record?.deviceId === deviceId ? (record.authenticator ? "authenticator" : "passphrase") : device.protection,
    addedAt: new Date(device.addedAt).toISOString(),
    lastSeenAt: members.find(({ id }) => id === device.user)?.word.lastSeenAt ?? null,
    revoked: device.state === "revoked",
    vouched: vouchOf(state, device),
  }));
}

function factOf(statement: StatementOf<KeyStatementType>): KeyFact {
  const { seq, createdAt, type, authorUser } = statement;
  const fields = statement as Partial<Record<"role" | "user" | "device", string>> & { readonly generation?: number };
  return {
    seq, at: new Date(createdAt).toISOString(), type, authorId: authorUser, roleId: fields.role ?? null, userId: fields.user ?? null,
    deviceId: fields.device ?? null, generation: fields.generation ?? null,
  };
}

function invitationOf({ invite, role, custodianRole, authorUser, createdAt, expiresAt }: StatementOf<"invite.create">): SignedInvitation {
  return {
    id: invite, roleId: role, custodianRoleId: custodianRole, invitedBy: authorUser,
    createdAt: new Date(createdAt).toISOString(), expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** Every active device of everybody assigned. Which wraps the server lacks is no matter of who may read. */
function grantsOf(state: LogState): Set<string> {
  const grants = new Set<string>();
  for (const [roleId, role] of Object.entries(state.roles)) {
    for (const [deviceId, device] of Object.entries(state.devices)) {
      if (role.holders.includes(device.user) && activeDevice(state, device.user, deviceId)) grants.add(`${roleId} ${deviceId}`);
    }
  }
  return grants;
}

export async function overviewOf(context: Context): Promise<KeyOverview> {
  await syncLately(context);
  const { calls, worker, record } = context;
  const [directory, devices, members, waiting, recovered, restarts, history, views] = await Promise.all([
    directoryOf(context), calls.devices(), calls.members(), newcomersOf(context), recoveredOf(context), worker.restarts(), worker.history(), worker.newestViews(),
  ]);
  const unshown = await unshownOf(context, waiting);
  return {
    checkedAt: Date.now(),
    log: logCheckOf(context),
    roles: await rolesOf(context, directory),
    devices: devicesOf(context, devices, members),
    grants: grantsOf(logState(context)),
    capabilities: Object.fromEntries(Object.entries(logState(context).users).map(([id, { capabilities }]) => [id, capabilities])),
    views: Object.fromEntries(Object.entries(views).map(([id, at]) => [id, new Date(at).toISOString()])),
    invitations: history.flatMap((statement) => (statement.type === "invite.create" ? [invitationOf(statement)] : [])),
    waiting,
    unshown,
    recovered,
    restarts: restarts.map(({ role: roleId, generation, by, at }) => ({ roleId, generation, by, at: new Date(at).toISOString() })),
    history: history.map(factOf).reverse(),
    recovery: record?.recoveryKey ?? NO_RECOVERY,
  };
}
