/** What is told of devices by name: those of this person, and how this browser stopped being one of them. */
import { activeDevices } from "../crypto/keyLog/state.ts";
import type { KeyStatementType, StatementOf } from "../crypto/statements.ts";
import type { DeviceRow, MemberRow } from "./calls.ts";
import { logState, type Context } from "./context.ts";
import type { DeviceEnd, OwnDevice } from "./contract.ts";
import { NOT_THE_ANSWER, NOT_THE_CODE } from "./comparing.ts";
import type { EndNote } from "./store.ts";

/** The names that the server has for devices and people; nobody where it does not tell. */
export interface NamesAround {
  readonly devices: readonly DeviceRow[];
  readonly members: readonly MemberRow[];
}

export async function namesAround(context: Context): Promise<NamesAround> {
  const [devices, members] = await Promise.all([context.calls.devices().catch(() => []), membersAround(context)]);
  return { devices, members };
}

/** Whoever is called otherwise than they have signed is nobody to be named to a person who is told whom to ask. */
export async function membersAround({ calls, worker }: Context): Promise<readonly MemberRow[]> {
  const members = await calls.members().catch(() => []);
  const standings = await worker.peopleStand({ people: members.map(({ id, name, email, personSaltB64u }) => ({ id, name, email, saltB64u: personSaltB64u ?? "" })) });
  return members.filter((_, place) => standings[place] !== "unconfirmed");
}

const nameIn = ({ devices }: NamesAround, id: string): string => devices.find(({ deviceId }) => deviceId === id)?.word.deviceName ?? "";

/** The newest of what is known: when it was added, signed a key statement, or told that it is there. */
async function lastSeen(context: Context, device: string, { members }: NamesAround): Promise<number> {
  const { person, worker } = context;
  const state = logState(context);
  const [signed] = (await worker.history()).filter(({ authorDevice }) => authorDevice === device).map(({ createdAt }) => createdAt).sort((a, b) => b - a);
  // The server counts by person; of several devices nobody knows which one it was.
  const isOnly = activeDevices(state, person.userId).length === 1;
  const told = isOnly ? Date.parse(members.find(({ id }) => id === person.userId)?.word.lastSeenAt ?? "") : NaN;
  return Math.max(state.devices[device]?.addedAt ?? 0, signed ?? 0, Number.isNaN(told) ? 0 : told);
}

export async function ownDevice(context: Context, deviceId: string, around: NamesAround): Promise<OwnDevice> {
  return { deviceId, name: nameIn(around, deviceId), lastSeenAt: new Date(await lastSeen(context, deviceId, around)).toISOString() };
}

const ENDS: readonly KeyStatementType[] = ["device.revoke", "user.remove"];

function ends(statement: StatementOf<KeyStatementType>, { user, device }: { readonly user: string; readonly device: string }): boolean {
  if (!ENDS.includes(statement.type)) return false;
  const about = statement as Partial<Record<"user" | "device", string>>;
  return statement.type === "device.revoke" ? about.device === device : about.user === user;
}

/** The statement that ended a device, for this browser to keep when it forgets the device itself. */
export async function endOf({ worker, person }: Context, device: string): Promise<EndNote | null> {
  const found = (await worker.history()).findLast((statement) => ends(statement, { user: person.userId, device }));
  if (!found) return null;
  const { createdAt, authorUser, authorDevice } = found;
  const { reason } = found as { readonly reason?: string };
  return { at: createdAt, byUser: authorUser, byDevice: authorDevice, reason: reason ?? "" };
}

const HOWS: Readonly<Record<string, DeviceEnd["how"]>> = { recovered: "recovered", [NOT_THE_ANSWER]: "refused", [NOT_THE_CODE]: "code" };

export function deviceEnd({ person }: Context, note: EndNote | null, around: NamesAround): DeviceEnd | null {
  if (!note) return null;
  return {
    how: HOWS[note.reason] ?? "removed", at: new Date(note.at).toISOString(), mine: note.byUser === person.userId,
    by: around.members.find(({ id }) => id === note.byUser)?.name ?? "", device: nameIn(around, note.byDevice),
  };
}
