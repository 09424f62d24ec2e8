/** Who a set of roles makes readers, by the key record that this device replayed; no answer of the server says so. */
import type { KeyOverview } from "../keyring/contract";

export interface Readers {
  /** Person to number of devices. */
  people: Map<string, number>;
  devices: string[];
}

/** The people to whom the record gives a role of the audience, with their devices that count. */
export function readersOf(audience: readonly string[], { devices, roles }: Pick<KeyOverview, "devices" | "roles">): Readers {
  const holders = new Set(roles.filter(({ roleId }) => audience.includes(roleId)).flatMap((role) => role.holders));
  const readers: Readers = { people: new Map(), devices: [] };
  for (const { deviceId, userId, revoked, vouched } of devices) {
    if (revoked || vouched === null || !holders.has(userId)) continue;
    readers.devices.push(deviceId);
    readers.people.set(userId, (readers.people.get(userId) ?? 0) + 1);
  }
  return readers;
}
