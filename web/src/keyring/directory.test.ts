/** Nobody is called what they have not signed: whatever the server says of names, salts, roles and who there is. */
import { afterEach, describe, expect, test } from "vitest";

import type { Directory } from "./contract.ts";
import type { Request } from "./testing/keyServer.ts";
import { aColleague, anOpenAccount, browser, closeBrowsers } from "./testing/people.ts";

afterEach(closeBrowsers);

interface Row {
  id: string;
  name: string;
  email: string;
  personSaltB64u?: string | null;
  nameSaltB64u?: string | null;
}

type Lie = (rows: Row[]) => unknown[];

/** Clara and Jonas read; from then on the server says of people and roles what it likes. */
async function aLyingServer(path: "/users" | "/api/roles", lie: Lie) {
  let lies = false;
  const told = (request: Request, answer: unknown) =>
    lies && request.path === path && (request.method ?? "GET") === "GET" ? { ...(answer as object), data: lie((answer as { data: Row[] }).data) } : answer;
  const account = await anOpenAccount({ lie: told });
  const { member, jonas } = await aColleague(account.server, account.clara);
  await account.clara.hear();
  await jonas.hear();
  await jonas.until("ready");
  lies = true;
  await account.clara.hear();
  return { ...account, member, jonas, directory: await account.clara.keyring.directory(), overview: await account.clara.keyring.overview({ anew: true }) };
}

const standings = ({ people }: Directory) => Object.fromEntries(people.map(({ name, standing }) => [name, standing]));

test("whoever is called as they have signed it is, and whoever stands in no record is the server's word", async () => {
  const { server, member, directory } = await aLyingServer("/users", (rows) => [
    ...rows, { id: "01890000-0000-7000-8000-000000000001", name: "Nobody", email: "nobody@example.test", personSaltB64u: rows[0]?.personSaltB64u },
  ]);
  expect(standings(directory)).toEqual({ clara: "signed", jonas: "signed", Nobody: "told" });
  expect(directory.withDevices).toContain(member.id);
  expect(directory.roles.filter(({ id }) => Object.values(server.roles).includes(id)).every(({ standing }) => standing === "signed")).toBe(true);
});

describe("a server that changes what people are called", () => {
  const ofJonas = (change: Partial<Row>): Lie => (rows) => rows.map((row) => (row.name === "jonas" ? { ...row, ...change } : row));
  test.each<[string, Lie, Record<string, string>]>([
    ["by another name", ofJonas({ name: "clara" }), { clara: "unconfirmed" }],
    ["by another address", ofJonas({ email: "clara@example.test" }), { jonas: "unconfirmed" }],
    ["by another salt", ofJonas({ personSaltB64u: "AAAAAAAAAAAAAAAAAAAAAA" }), { jonas: "unconfirmed" }],
    ["by none", ofJonas({ personSaltB64u: null }), { jonas: "unconfirmed" }],
    ["by a salt that is none", ofJonas({ personSaltB64u: "*" }), { jonas: "unconfirmed" }],
    ["by what somebody else has signed", (rows) => rows.map((row) => ({ ...rows[0], id: row.id })), { clara: "unconfirmed" }],
  ])("%s", async (_name, lie, expected) => {
    const { directory, member } = await aLyingServer("/users", lie);
    const jonas = directory.people.find(({ id }) => id === member.id);
    expect({ [jonas?.name ?? ""]: jonas?.standing }).toEqual(expected);
  });

  test("and one that leaves somebody out does not make them leave", async () => {
    const { directory, member, overview } = await aLyingServer("/users", (rows) => rows.filter(({ name }) => name !== "jonas"));
    expect(directory.people.some(({ id }) => id === member.id)).toBe(false);
    expect(directory.withDevices).toContain(member.id);
    expect(overview.devices.some(({ userId, revoked }) => userId === member.id && !revoked)).toBe(true);
  });
});

test("who reads, who may what and who was approved how is the record's, whatever the server notes of people", async () => {
  const { server, owner, member, overview } = await aLyingServer("/users", (rows) =>
    rows.map((row) => ({ ...row, word: { roleId: "other", readsRoleIds: [], lastSeenAt: null } })));
  const holders = Object.fromEntries(overview.roles.map(({ roleId, holders: all }) => [roleId, [...all].sort()]));
  const { roles } = server;
  expect(holders).toEqual({ [roles.owner]: [owner.id], [roles.admin]: [owner.id], [roles.member]: [owner.id, member.id].sort() });
  expect(overview.capabilities).toEqual({ [owner.id]: 7, [member.id]: 0 });
  expect(overview.devices.find(({ userId }) => userId === member.id)).toMatchObject({ vouched: "pairing", revoked: false });
});

test("roles that every account has keep their names, and one that the server leaves out is there", async () => {
  const { server, directory } = await aLyingServer("/api/roles", (rows) =>
    rows.filter(({ name }) => name !== "admin").map((row) => ({ ...row, name: "Owner", nameSaltB64u: null })));
  const named = Object.fromEntries(directory.roles.map(({ id, name, standing }) => [id, [name, standing]]));
  expect(named).toMatchObject({ [server.roles.owner]: ["Owner", "signed"], [server.roles.admin]: ["Admin", "signed"], [server.roles.member]: ["Member", "signed"] });
});

test("which wraps the server lacks is no matter of who can read", async () => {
  let lies = false;
  const account = await anOpenAccount({
    lie: (request: Request, answer: unknown) => {
      if (!lies || request.path !== "/roles/missing-wraps") return answer;
      const { roles } = account.server;
      return { data: Object.keys(account.server.state().devices).map((deviceId) => ({ roleId: roles.owner, userId: account.owner.id, deviceId })) };
    },
  });
  lies = true;
  const { grants } = await account.clara.keyring.overview({ anew: true });
  expect([...grants].some((grant) => grant.startsWith(account.server.roles.owner))).toBe(true);
});

test("an invitation is what was signed, by whom and when", async () => {
  const { server, owner, clara } = await anOpenAccount();
  const { id } = await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
  const { invitations } = await clara.keyring.overview({ anew: true });
  expect(invitations).toMatchObject([{ id, roleId: server.roles.member, custodianRoleId: server.roles.admin, invitedBy: owner.id }]);
});

test("the record tells when somebody was known to see it last", async () => {
  const { owner, clara } = await anOpenAccount();
  const { views, history } = await clara.keyring.overview({ anew: true });
  expect(views).toEqual({ [owner.id]: history[0]?.at });
});

test("before anybody has confirmed the account nobody's name is more than the server's word", async () => {
  const { server, clara } = await anOpenAccount();
  await clara.keyring.invite({ email: "jonas@example.test", roleId: server.roles.member });
  const member = server.join("jonas@example.test", server.roles.member);
  const jonas = await browser(server, member, {});
  await jonas.keyring.createDevice({ by: "passphrase", passphrase: "a long enough sentence" });
  await jonas.until("unconfirmed");
  expect(standings(await jonas.keyring.directory())).toEqual({ clara: "told", jonas: "told" });
});

test("one's own name counts once one has signed it, exactly as it was shown", async () => {
  const { server, owner, clara } = await anOpenAccount();
  const renamed = { name: "Clara Lang", email: owner.email };
  const place = server.members.findIndex(({ id }) => id === owner.id);
  const rename = (more: object) => server.members.splice(place, 1, { ...(server.members[place] ?? owner), ...more });
  rename(renamed);
  await clara.hear();
  expect(standings(await clara.keyring.directory())).toEqual({ "Clara Lang": "unconfirmed" });
  await clara.keyring.confirmOwnName(renamed);
  await clara.hear();
  expect(standings(await clara.keyring.directory())).toEqual({ "Clara Lang": "signed" });
  rename({ name: "Clara Long" });
  await clara.hear();
  expect(standings(await clara.keyring.directory())).toEqual({ "Clara Long": "unconfirmed" });
});

describe("a server that does not answer who there is", () => {
  async function aSilentServer(path: "/users" | "/api/roles") {
    let lost = false;
    const { server, clara, owner } = await anOpenAccount({ lost: (request: Request) => lost && request.path === path });
    await clara.hear();
    lost = true;
    await clara.hear();
    return { server, clara, owner, back: () => { lost = false; } };
  }

  test.each(["/users", "/api/roles"] as const)("has not said that there is nobody: %s", async (path) => {
    const { clara, owner, back } = await aSilentServer(path);
    await expect(clara.keyring.directory()).rejects.toThrow("No connection.");
    back();
    const { people, roles } = await clara.keyring.directory();
    expect(people.map(({ id }) => id)).toEqual([owner.id]);
    expect(roles.length).toBeGreaterThan(0);
  });

  test("nor has it to whoever has no keys", async () => {
    let lost = true;
    const { server, owner } = await anOpenAccount();
    const auditor = await browser(server, owner, { holdsKeys: false, lost: ({ path }: Request) => lost && path === "/users" });
    await expect(auditor.keyring.directory()).rejects.toThrow("No connection.");
    lost = false;
    expect((await auditor.keyring.directory()).people).toHaveLength(1);
  });

  test("and one that refuses a role the list has said so: nobody is called anything", async () => {
    let forbids = false;
    const forbidden = Object.assign(new Error("Forbidden"), { failure: { status: 403, code: "permission_denied" } });
    const { clara } = await anOpenAccount({ lie: ({ path }: Request, answer: unknown) => { if (forbids && path === "/users") throw forbidden; return answer; } });
    forbids = true;
    await clara.hear();
    expect((await clara.keyring.directory()).people).toEqual([]);
  });
});
