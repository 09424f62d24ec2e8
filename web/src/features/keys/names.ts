/** How people, devices and roles are called where only their ids are known. */
import type { Say } from "../../i18n/say";
import type { KeyDevice, KeyOverview } from "../../keyring/contract";
import { roleIn, type People } from "../../lists/people/people";

/** Names that say no more than that a browser has none. */
const UNNAMED = ["", "This device"];

export interface Names {
  person: (userId: string) => string;
  face: (userId: string) => string;
  firstName: (userId: string) => string;
  /** By its place among those of its person: what it is called is the server's word, and no part of a sentence. */
  device: (deviceId: string) => string;
  /** What the server says that it is called. */
  toldDevice: (deviceId: string) => string | null;
  role: (roleId: string) => string;
}

interface Known {
  people: People;
  /** By the ids of roles. */
  roles: ReadonlyMap<string, string>;
  overview: KeyOverview;
}

export function namesOf(say: Say, { people, roles, overview }: Known): Names {
  const person = (userId: string) => people.of(userId).name;
  return {
    person,
    face: (userId) => people.of(userId).face,
    // A part of a name that nobody has signed is no name.
    firstName: (userId) => (people.of(userId).standing === "signed" ? person(userId).split(/\s+/)[0] ?? "" : person(userId)),
    device: (deviceId) => deviceTitle(say, deviceId, overview),
    toldDevice: (deviceId) => toldDevice(deviceId, overview),
    role: (roleId) => roleIn(roles, roleId, say),
  };
}

/** Before somebody lets it in, only the request says what it calls itself. */
function toldDevice(deviceId: string, { devices, waiting }: KeyOverview): string | null {
  const device = devices.find((one) => one.deviceId === deviceId);
  const asking = waiting.find((one) => one.deviceId === deviceId);
  return [device?.name, asking?.deviceName].find((given) => given !== undefined && !UNNAMED.includes(given)) ?? null;
}

function deviceTitle(say: Say, deviceId: string, { devices }: KeyOverview): string {
  const device = devices.find((one) => one.deviceId === deviceId);
  if (!device) return say("keys.newDevice", "New device");
  if (device.current) return say("keys.thisDevice", "This device");
  return say("keys.deviceNumber", "Device {number}", { number: placeAmongOwn(device, devices) });
}

/** Revoked ones count: the second device stays the second one after the first is gone. */
function placeAmongOwn({ deviceId, userId }: KeyDevice, devices: readonly KeyDevice[]): number {
  const own = devices.filter((one) => one.userId === userId).sort((a, b) => a.addedAt.localeCompare(b.addedAt));
  return own.findIndex((one) => one.deviceId === deviceId) + 1;
}
