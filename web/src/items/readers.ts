/** Who a set of roles makes readers, by the grants that this device replayed. */
import type { KeyOverview } from "../keyring/contract";

export interface Readers {
  /** Person to number of devices. */
  people: Map<string, number>;
  devices: string[];
}

export function readersOf(audience: readonly string[], { devices, grants }: KeyOverview): Readers {
  const readers: Readers = { people: new Map(), devices: [] };
  for (const { deviceId, userId, revoked } of devices) {
    if (revoked || !audience.some((roleId) => grants.has(`${roleId} ${deviceId}`))) continue;
    readers.devices.push(deviceId);
    readers.people.set(userId, (readers.people.get(userId) ?? 0) + 1);
  }
  return readers;
}
