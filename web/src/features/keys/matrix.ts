/** Who can read what, as a table: a line per role, a column per device. */
import type { KeyDevice, KeyOverview, KeyRole, WaitingGrant } from "../../keyring/contract";

/** `waits`: this browser can approve the role for the device. `unshown`: it waits, and the server does not show for what. */
export type Cell = "reads" | "waits" | "unshown" | "none";

export interface MatrixColumn {
  deviceId: string;
  userId: string;
  mine: boolean;
}

export interface MatrixRow {
  role: KeyRole;
  cells: Cell[];
  people: number;
  devices: number;
  waiting: WaitingGrant[];
}

export interface Matrix {
  columns: MatrixColumn[];
  rows: MatrixRow[];
}

/** The roles an approval covers, as they were signed; a further device of the same user gets all that this one holds. */
export function rolesToGrant({ own, role, lacksKey }: WaitingGrant, { roles }: KeyOverview): string[] {
  if (own) return roles.filter(({ held }) => held).map(({ roleId }) => roleId);
  return role?.signed && !lacksKey ? [role.roleId] : [];
}

export function matrixOf(overview: KeyOverview): Matrix {
  const { roles, grants, waiting, unshown } = overview;
  const columns = columnsOf(overview);
  const asked = waiting.map((grant) => ({ grant, roleIds: rolesToGrant(grant, overview) }));

  const rows = roles.map((role): MatrixRow => {
    const waits = asked.filter(({ roleIds }) => roleIds.includes(role.roleId)).map(({ grant }) => grant);
    const cells = columns.map(({ deviceId }): Cell => {
      if (grants.has(`${role.roleId} ${deviceId}`)) return "reads";
      if (waits.some((grant) => grant.deviceId === deviceId)) return "waits";
      return unshown.some((one) => one.deviceId === deviceId) ? "unshown" : "none";
    });
    const readers = columns.filter((_, place) => cells[place] === "reads");
    const people = new Set(readers.map(({ userId }) => userId)).size;
    return { role, cells, people, devices: readers.length, waiting: waits };
  });
  return { columns, rows };
}

/** The user's own devices first, then others by person, each in order of attachment. */
function columnsOf({ devices, waiting }: KeyOverview): MatrixColumn[] {
  const known = [...devices].filter(({ revoked }) => !revoked).sort((a, b) => a.addedAt.localeCompare(b.addedAt));
  const people = [...new Set([...known.filter(({ mine }) => mine), ...known].map(({ userId }) => userId))];
  const attached = people.flatMap((person) => known.filter(({ userId }) => userId === person));
  // A further device of one's own is not in the log before somebody says yes.
  const asking = waiting.filter(({ deviceId }) => !devices.some((device) => device.deviceId === deviceId)).map((one) => ({ ...one, mine: one.own }));
  return [...attached, ...asking].map(({ deviceId, userId, mine }) => ({ deviceId, userId, mine }));
}

/** The devices that a person may act with; the last one cannot be removed without leaving the account. */
export const ownDevices = ({ devices }: KeyOverview): KeyDevice[] =>
  devices
    .filter(({ mine, revoked, vouched }) => mine && !revoked && vouched !== null)
    .sort((a, b) => Number(b.current) - Number(a.current) || a.addedAt.localeCompare(b.addedAt));
