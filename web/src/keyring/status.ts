/** In which state the keys of this browser are: the first line that fits decides. */
import { activeDevices, MANAGE_MEMBERS, may, rolesOf, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import { logState, type Context } from "./context.ts";
import type { KeyState } from "./contract.ts";
import { deviceEnd, namesAround, ownDevice, type NamesAround } from "./deviceEnd.ts";
import type { DeviceRecord } from "./store.ts";

/** What only this page knows about itself. */
export interface Situation {
  readonly openedHere: boolean;
  /** When the device locks by itself; nothing while it is locked. */
  readonly locksAt: number | null;
  /** Roles that the log gives to this person and that no wrap has opened here. */
  readonly missing: readonly string[];
  /** The newcomer's link carried a secret, so nobody has to compare a code. */
  readonly cameByLink: boolean;
}

/** People who can let this browser in: they manage members and have a device. */
function helpersOf({ report, person }: Context, { members }: Pick<NamesAround, "members">): string[] {
  return members.filter(({ id }) => id !== person.userId && may(report.state, id, MANAGE_MEMBERS)).map(({ name }) => name);
}

const helpersHere = async (context: Context): Promise<string[]> =>
  helpersOf(context, { members: await context.calls.members().catch(() => []) });

async function elsewhere(context: Context): Promise<KeyState> {
  const around = await namesAround(context);
  const mine = activeDevices(logState(context), context.person.userId);
  const devices = await Promise.all(mine.map((id) => ownDevice(context, id, around)));
  return { name: "elsewhere", devices, helpers: helpersOf(context, around), ended: deviceEnd(context, context.end, around) };
}

async function withoutDevice(context: Context): Promise<KeyState> {
  if (activeDevices(logState(context), context.person.userId).length > 0) return elsewhere(context);
  return { name: "new", ended: context.end && deviceEnd(context, context.end, await namesAround(context)) };
}

async function codeOf({ worker, record }: Context): Promise<string> {
  return record ? (await worker.safetyCode({ device: record.deviceId })).join(" ") : "";
}

async function pendingCode({ record, report, worker }: Context): Promise<string> {
  const { fingerprint } = report.state;
  if (!record || fingerprint === null) return "";
  const recoveryHash = await worker.hashBox({ box: record.recovery });
  const card = {
    user: record.userId, device: record.deviceId, ecdhPublic: record.publicKeyB64u, ecdsaPublic: record.signPublicKeyB64u, recoveryHash,
    protection: record.authenticator ? "authenticator" : "passphrase",
  };
  return (await worker.cardCode({ card })).join(" ");
}

function hasKeysToWaitFor(state: LogState, userId: string, missing: readonly string[]): boolean {
  const assigned = rolesOf(state, userId);
  return assigned.length === 0 || assigned.every((role) => missing.includes(role));
}

export async function statusOf(context: Context, { openedHere, locksAt, missing, cameByLink }: Situation): Promise<KeyState> {
  const { record, account, person } = context;
  const state = logState(context);
  const device = record && state.devices[record.deviceId];

  if (state.nextSeq === 0 && !record) return { name: "unset", mine: account.isOwner, openedHere };
  if (!record) return withoutDevice(context);
  if (!device) return record.how === "device" ? { name: "pending", safetyCode: await pendingCode(context) } : lockedBy(record);
  if (device.state === "waiting") {
    return { name: "waiting", helpers: await helpersHere(context), safetyCode: cameByLink ? null : await codeOf(context) };
  }
  if (locksAt === null) return lockedBy(record);
  if (hasKeysToWaitFor(state, person.userId, missing) && !account.isOwner) {
    return { name: "waiting", helpers: await helpersHere(context), safetyCode: null, approved: true };
  }
  return { name: "ready", locksAt, deviceId: record.deviceId };
}

export function lockedBy(record: Pick<DeviceRecord, "authenticator"> | null): KeyState {
  return { name: "locked", by: record?.authenticator ? "authenticator" : "passphrase" };
}
