/** How people, devices and roles are called where only their ids are known. */
import type { Role } from "../../api/accounts";
import type { Say } from "../../i18n/say";
import type { KeyDevice, KeyOverview, KeyRole } from "../../keyring/contract";

/** Names that say no more than that a browser has none. */
const UNNAMED = ["", "This device"];

interface Person {
  id: string;
  name: string;
  email: string;
}

export interface Names {
  person: (userId: string) => string;
  firstName: (userId: string) => string;
  device: (deviceId: string) => string;
  role: (roleId: string) => string;
}

interface Known {
  people: readonly Person[];
  roles: readonly Role[];
  overview: KeyOverview;
}

export function namesOf(say: Say, { people, roles, overview }: Known): Names {
  const person = (userId: string) => {
    const found = people.find(({ id }) => id === userId);
    return found ? found.name || found.email : say("keys.formerMember", "Former member");
  };
  return {
    person,
    firstName: (userId) => person(userId).split(/\s+/)[0] ?? "",
    device: (deviceId) => deviceTitle(say, deviceId, overview),
    role: (roleId) => roleTitle(say, roleId, { roles, overview, person }),
  };
}

/** The device's name; without one, the date it was attached. */
function deviceTitle(say: Say, deviceId: string, { devices, waiting }: KeyOverview): string {
  const device = devices.find((one) => one.deviceId === deviceId);
  // Before somebody lets it in, only the request says what it calls itself.
  const names = [device?.name, waiting.find((one) => one.deviceId === deviceId)?.deviceName];
  const name = names.find((given) => given !== undefined && !UNNAMED.includes(given));
  if (name !== undefined) return name;
  if (!device) return say("keys.newDevice", "New device");
  if (device.current) return say("keys.thisDevice", "This device");
  return say("keys.deviceNumber", "Device {number}", { number: placeAmongOwn(device, devices) });
}

/** Revoked ones count: the second device stays the second one after the first is gone. */
function placeAmongOwn({ deviceId, userId }: KeyDevice, devices: readonly KeyDevice[]): number {
  const own = devices.filter((one) => one.userId === userId).sort((a, b) => a.addedAt.localeCompare(b.addedAt));
  return own.findIndex((one) => one.deviceId === deviceId) + 1;
}

interface RoleContext {
  roles: readonly Role[];
  overview: KeyOverview;
  person: (userId: string) => string;
}

function roleTitle(say: Say, roleId: string, { roles, overview, person }: RoleContext): string {
  const confirmed = overview.roles.find((role) => role.roleId === roleId)?.name;
  if (confirmed) return confirmed;
  const reader = onlyReader(roleId, overview);
  if (isPersonal(roleId) && reader) return say("keys.privateRole", "Private, {name}", { name: person(reader) });
  return roles.find(({ id }) => id === roleId)?.name ?? say("keys.unnamedRole", "Unnamed role");
}

/** The server's word for a role counts only where the key record commits to it. */
export const isUnconfirmed = ({ name, roleId }: KeyRole): boolean => name === null && !isPersonal(roleId);

/** Ids of this version are derived: they belong to the built-in roles, which have names, and to personal ones. */
const isPersonal = (roleId: string): boolean => roleId[14] === "5";

function onlyReader(roleId: string, { devices, grants }: KeyOverview): string | null {
  const readers = new Set(devices.filter((one) => grants.has(`${roleId} ${one.deviceId}`)).map(({ userId }) => userId));
  const [first] = readers;
  return readers.size === 1 && first !== undefined ? first : null;
}
