/** How people, devices and roles are called where only their ids are known. */
import type { Say } from "../../i18n/say";
import type { KeyDevice, KeyOverview } from "../../keyring/contract";
import type { People } from "../../people/people";

/** Names that say no more than that a browser has none. */
const UNNAMED = ["", "This device"];

export interface Names {
  person: (userId: string) => string;
  face: (userId: string) => string;
  firstName: (userId: string) => string;
  /** One's own by its name. Those of others by their place: what they call them is the server's word, and no part of a sentence. */
  device: (deviceId: string) => string;
  /** What the server says that somebody else's device is called. */
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
    role: (roleId) => roles.get(roleId) ?? say("keys.unnamedRole", "Unnamed role"),
  };
}

/** Before somebody lets it in, only the request says what it calls itself. */
function givenName(deviceId: string, { devices, waiting }: KeyOverview): { name: string | null; mine: boolean } {
  const device = devices.find((one) => one.deviceId === deviceId);
  const asking = waiting.find((one) => one.deviceId === deviceId);
  const name = [device?.name, asking?.deviceName].find((given) => given !== undefined && !UNNAMED.includes(given));
  return { name: name ?? null, mine: device?.mine ?? asking?.own ?? false };
}

function toldDevice(deviceId: string, overview: KeyOverview): string | null {
  const { name, mine } = givenName(deviceId, overview);
  return mine ? null : name;
}

/** The device's name; without one, its place among those of its person. */
function deviceTitle(say: Say, deviceId: string, overview: KeyOverview): string {
  const { devices } = overview;
  const device = devices.find((one) => one.deviceId === deviceId);
  const { name, mine } = givenName(deviceId, overview);
  if (mine && name !== null) return name;
  if (!device) return say("keys.newDevice", "New device");
  if (device.current) return say("keys.thisDevice", "This device");
  return say("keys.deviceNumber", "Device {number}", { number: placeAmongOwn(device, devices) });
}

/** Revoked ones count: the second device stays the second one after the first is gone. */
function placeAmongOwn({ deviceId, userId }: KeyDevice, devices: readonly KeyDevice[]): number {
  const own = devices.filter((one) => one.userId === userId).sort((a, b) => a.addedAt.localeCompare(b.addedAt));
  return own.findIndex((one) => one.deviceId === deviceId) + 1;
}
