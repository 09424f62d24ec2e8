/** How far a member is on the way to reading. */
import type { Member } from "../../api/accounts";
import type { KeyOverview } from "../../keyring/contract";

export type MemberKeyState = "reads" | "waiting" | "compare" | "unverified" | "noDevice";

/** By the replayed record; the count of the server is for those who hold no key. */
export const devicesOf = (userId: string, overview?: KeyOverview): number =>
  overview?.devices.filter((device) => device.userId === userId && !device.revoked).length ?? 0;

export function keyState(member: Pick<Member, "id" | "keyReady" | "deviceCount">, overview?: KeyOverview): MemberKeyState {
  const waits = overview?.waiting.filter(({ userId }) => userId === member.id) ?? [];
  if (waits.some(({ proven, mismatch }) => !proven || mismatch)) return "compare";
  if (waits.length > 0) return "waiting";
  const devices = overview?.devices.filter(({ userId, revoked }) => userId === member.id && !revoked) ?? [];
  const granted = devices.some(({ deviceId }) => [...(overview?.grants ?? [])].some((grant) => grant.endsWith(` ${deviceId}`)));
  if (member.keyReady ?? granted) return devices.some(({ vouched }) => vouched === "unverified") ? "unverified" : "reads";
  return (member.deviceCount ?? devices.length) > 0 ? "waiting" : "noDevice";
}

/** Somebody who has keys is called otherwise than they have signed for: whom else that is, nobody knows. */
export function nameIsUnconfirmed(userId: string, overview?: KeyOverview): boolean {
  if (!overview || overview.confirmedNames.has(userId)) return false;
  return overview.devices.some((device) => device.userId === userId && !device.revoked && device.vouched !== null);
}
