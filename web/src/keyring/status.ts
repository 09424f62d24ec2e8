/** In which state the keys of this browser are: the first line that fits decides. */
import { activeDevices, MANAGE_MEMBERS, may, rolesOf, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import { logState, type Context } from "./context.ts";
import type { Ask, KeyState, Recovered } from "./contract.ts";
import { deviceEnd, membersAround, namesAround, ownDevice, type NamesAround } from "./deviceEnd.ts";
import { answerOf } from "./comparing.ts";
import { later } from "./later.ts";
import { isReplacing } from "./replacing.ts";
import { stateIn } from "./standing.ts";
import { isConfirmed, type DeviceRecord } from "./store.ts";

/** What only this page knows about itself. */
export interface Situation {
  readonly openedHere: boolean;
  /** The server says that the role of this person holds no keys. */
  readonly toldKeyless: boolean;
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

/** Who can read the code to this person. A recovery may be all that is left: then only those count whom the log knows. */
function askOf(context: Context, { how, deviceId, recovered }: DeviceRecord, helpers: readonly string[]): Ask {
  if (how === "device") return "own device";
  if (how !== "recovery" || helpers.length > 0) return "colleague";
  const others = activeDevices(logState(context), context.person.userId).filter((id) => id !== deviceId && id !== recovered);
  return others.length > 0 ? "own device" : "nobody";
}

async function recoveredOf(context: Context): Promise<Recovered> {
  const at = await (await later.recovery()).ownWordOf(context);
  return { ownWordAt: at === null ? null : new Date(at).toISOString() };
}

/** Before a comparison, and while its answer has not come back yet. */
async function comparing(context: Context, record: DeviceRecord): Promise<KeyState> {
  const helpers = await helpersHere(context);
  return {
    name: "unconfirmed", ask: askOf(context, record, helpers), helpers, you: context.person.appearsAs, wrong: record.wrongCodes,
    answer: await answerOf(context), ...(record.how === "recovery" ? { recovered: await recoveredOf(context) } : {}),
  };
}

/** An owner without a role makes the first ones; whoever has roles waits for the wraps of this device, the owner too. */
function hasKeysToWaitFor(state: LogState, userId: string, missing: readonly string[], isOwner: boolean): boolean {
  const assigned = rolesOf(state, userId);
  return assigned.length === 0 ? !isOwner : assigned.every((role) => missing.includes(role));
}

/** The server has this device among those that wait no more: it was refused, or it waited for too long. */
async function isDropped({ calls }: Context, { attach, deviceId }: DeviceRecord): Promise<boolean> {
  // What has not arrived there yet cannot be missing.
  if (attach) return false;
  const waiting = await calls.pending().catch(() => null);
  return waiting !== null && waiting.every((one) => one.deviceId !== deviceId);
}

/** That a role holds no keys is said by the server, and believed of a person with a device only where the log gives them none. */
const isKeyless = ({ report, person }: Context): boolean =>
  ["verified", "late"].includes(stateIn(report.standing, Date.now())) && rolesOf(report.state, person.userId).length === 0;

const isStarting = ({ report }: Context): boolean => stateIn(report.standing, Date.now()) === "starting";

export async function statusOf(context: Context, { openedHere, toldKeyless, locksAt, missing }: Situation): Promise<KeyState> {
  const { record, account, person } = context;
  const state = logState(context);
  const device = record && state.devices[record.deviceId];

  if (state.nextSeq === 0 && !record) return { name: "unset", mine: account.isOwner, openedHere };
  if (!record) return withoutDevice(context);
  const asks = !device && record.how === "device";
  if (asks && await isDropped(context, record)) return { name: "pending", dropped: true };
  if (!isConfirmed(record)) return comparing(context, record);
  // The device that has just signed statement 0 waits for the first head.
  if (locksAt !== null && isStarting(context)) return { name: "starting" };
  const waits = device ? device.state === "waiting" : asks;
  if (waits && record.anchor === "comparison") return comparing(context, record);
  if (!device) return asks ? { name: "pending" } : lockedBy(record);
  if (waits) return { name: "waiting", helpers: await helpersHere(context) };
  if (toldKeyless && isKeyless(context)) return { name: "keyless" };
  if (locksAt === null) return lockedBy(record);
  if (hasKeysToWaitFor(state, person.userId, missing, account.isOwner)) {
    return { name: "waiting", helpers: await helpersHere(context), approved: true, takesOver: isReplacing(context) };
  }
  return { name: "ready", locksAt, deviceId: record.deviceId };
}

export function lockedBy(record: Pick<DeviceRecord, "authenticator"> | null): KeyState {
  return { name: "locked", by: record?.authenticator ? "authenticator" : "passphrase" };
}
