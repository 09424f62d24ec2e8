/** How far a member is on the way to reading, by the key record alone. */
import type { KeyDevice, KeyOverview } from "../../keyring/contract";

export type MemberKeyState = "reads" | "waiting" | "compare" | "unverified" | "noDevice";

type Replayed = Pick<KeyOverview, "devices" | "roles" | "waiting">;

const ofPerson = (userId: string, { devices }: Pick<KeyOverview, "devices">): KeyDevice[] =>
  devices.filter((device) => device.userId === userId && !device.revoked);

/** The devices that count. */
export const devicesOf = (userId: string, overview: Pick<KeyOverview, "devices">): number =>
  ofPerson(userId, overview).filter(({ vouched }) => vouched !== null).length;

/** The roles that the record gives to somebody, but for the one that is theirs alone. */
export const readsOf = (userId: string, { roles }: Pick<KeyOverview, "roles">): string[] =>
  roles.filter(({ holders }) => holders.includes(userId)).map(({ roleId }) => roleId);

export function keyState(userId: string, overview: Replayed): MemberKeyState {
  const waits = overview.waiting.filter((one) => one.userId === userId && !one.own);
  if (waits.some(({ proven, mismatch }) => !proven || mismatch)) return "compare";
  const devices = ofPerson(userId, overview);
  if (devices.length === 0) return "noDevice";
  const active = devices.filter(({ vouched }) => vouched !== null);
  if (active.length === 0 || readsOf(userId, overview).length === 0) return "waiting";
  return active.some(({ vouched }) => vouched === "unverified") ? "unverified" : "reads";
}
