/** In which state the keys of this browser are: the first line that fits decides. */
import { activeDevices, MANAGE_MEMBERS, may, rolesOf, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import { logState, type Context } from "./context.ts";
import type { KeyState } from "./contract.ts";
import { deviceEnd, membersAround, namesAround, ownDevice, type NamesAround } from "./deviceEnd.ts";
import { answerOf } from "./comparing.ts";
import { stateIn } from "./standing.ts";
import { isConfirmed, type DeviceRecord } from "./store.ts";

/** What only this page knows about itself. */
export interface Situation {
  readonly openedHere: boolean;
  /** When the device locks by itself; nothing while it is locked. */
  readonly locksAt: number | null;
  /** Roles that the log gives to this person and that no wrap has opened here. */
  readonly missing: readonly string[];
}

/** People who can let this browser in: they manage members and have a device. */
function helpersOf({ report, person }: Context, { members }: Pick<NamesAround, "members">): string[] {
  return members.filter(({ id }) => id !== person.userId && may(report.state, id, MANAGE_MEMBERS)).map(({ name }) => name);
}

const helpersHere = async (context: Context): Promise<string[]> =>
  helpersOf(context, { members: await membersAround(context) });

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

/** Before a comparison, and while its answer has not come back yet. */
async function comparing(context: Context, { how, wrongCodes }: DeviceRecord): Promise<KeyState> {
  return {
    name: "unconfirmed", ask: how === "device" ? "own device" : "colleague", helpers: await helpersHere(context),
    you: context.person.appearsAs, wrong: wrongCodes, answer: await answerOf(context),
  };
}

/** An owner without a role makes the first ones; whoever has roles waits for the wraps of this device, the owner too. */
function hasKeysToWaitFor(state: LogState, userId: string, missing: readonly string[], isOwner: boolean): boolean {
  const assigned = rolesOf(state, userId);
  return assigned.length === 0 ? !isOwner : assigned.every((role) => missing.includes(role));
}

const isStarting = ({ report }: Context): boolean => stateIn(report.standing, Date.now()) === "starting";

export async function statusOf(context: Context, { openedHere, locksAt, missing }: Situation): Promise<KeyState> {
  const { record, account, person } = context;
  const state = logState(context);
  const device = record && state.devices[record.deviceId];

  if (state.nextSeq === 0 && !record) return { name: "unset", mine: account.isOwner, openedHere };
  if (!record) return withoutDevice(context);
  if (!isConfirmed(record)) return comparing(context, record);
  // The device that has just signed statement 0 waits for the first head.
  if (locksAt !== null && isStarting(context)) return { name: "starting" };
  const waits = device ? device.state === "waiting" : record.how === "device";
  if (waits && record.anchor === "comparison") return comparing(context, record);
  if (!device) return record.how === "device" ? { name: "pending" } : lockedBy(record);
  if (waits) return { name: "waiting", helpers: await helpersHere(context) };
  if (locksAt === null) return lockedBy(record);
  if (hasKeysToWaitFor(state, person.userId, missing, account.isOwner)) {
    return { name: "waiting", helpers: await helpersHere(context), approved: true };
  }
  return { name: "ready", locksAt, deviceId: record.deviceId };
}

export function lockedBy(record: Pick<DeviceRecord, "authenticator"> | null): KeyState {
  return { name: "locked", by: record?.authenticator ? "authenticator" : "passphrase" };
}
