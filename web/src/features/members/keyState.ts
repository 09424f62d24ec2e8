/** How far a member is on the way to reading. */
import type { Member } from "../../api/accounts";
import type { KeyOverview } from "../../keyring/contract";

export type MemberKeyState = "reads" | "waiting" | "compare" | "unverified" | "noDevice";

export function keyState(member: Pick<Member, "id" | "keyReady" | "deviceCount">, overview?: KeyOverview): MemberKeyState {
  const waits = overview?.waiting.filter(({ userId }) => userId === member.id) ?? [];
  if (waits.some(({ proven, mismatch }) => !proven || mismatch)) return "compare";
  if (waits.length > 0) return "waiting";
  const devices = overview?.devices.filter(({ userId, revoked }) => userId === member.id && !revoked) ?? [];
  if (member.keyReady) return devices.some(({ vouched }) => vouched === "unverified") ? "unverified" : "reads";
  return member.deviceCount > 0 ? "waiting" : "noDevice";
}
