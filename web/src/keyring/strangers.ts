/** Devices in one's own name that this browser did not see come. */
import { activeDevices } from "../crypto/keyLog/state.ts";
import { recoveredDevices, unknownDevices, type Alarm } from "./alarm.ts";
import { logState, type Context } from "./context.ts";

/**
 * A recovery adds one device and ends the other right after it. So long nothing is said to the other: it may be the one
 * that ends, and then it has nothing to protect any more.
 */
export const RECOVERY_TAKES_MS = 10_000;

export function startWatch(now: () => number = () => Date.now()) {
  const firstSeen = new Map<string, number>();

  /** Active devices of this person that this browser does not know, as far as they can not be explained by a recovery under way. */
  function strangersIn(context: Context): { readonly alarming: string[]; readonly waiting: boolean } {
    const unknown = unknownIn(context);
    for (const id of unknown) if (!firstSeen.has(id)) firstSeen.set(id, now());
    const { devices } = logState(context);
    const recovers = (id: string) => devices[id]?.how === "recovery" && now() - (firstSeen.get(id) ?? 0) < RECOVERY_TAKES_MS;
    const alarming = unknown.filter((id) => !recovers(id));
    return { alarming, waiting: alarming.length < unknown.length };
  }

  return strangersIn;
}

/**
 * Whoever uses a recovery key of theirs is asked whether it was them, before anything else: the answer leads to the code
 * that the new browser waits for, or ends it. A device that came in another way is nothing that its person can explain.
 */
export function alarmAbout(context: Context, alarming: readonly string[]): Alarm {
  const { devices } = logState(context);
  return alarming.every((id) => devices[id]?.how === "recovery") ? recoveredDevices(alarming) : unknownDevices(alarming);
}

/** For a device that waits too: a vouch that names another one of its person is none for it. */
export function unknownIn({ record, report }: Context): string[] {
  const own = record && report.state.devices[record.deviceId];
  if (!own || own.state === "revoked") return [];
  return activeDevices(report.state, record.userId).filter((id) => !record.knownDevices.includes(id));
}
