/** What comes with a role, and what another role would change before anybody signs it. */
import { afterEach, describe, expect, test } from "vitest";

import { builtInRoleId, builtInRoleIds } from "../crypto/ids.ts";
import { newId } from "../crypto/testing/account.ts";
import type { Context } from "./context.ts";
import { readsByRole } from "./memberRoles.ts";
import type { Request } from "./testing/keyServer.ts";
import { aColleague, anOpenAccount, closeBrowsers } from "./testing/people.ts";

afterEach(closeBrowsers);

test("an owner reads for every role that the account made, and such a role for itself whatever it may do", async () => {
  const account = newId();
  const [owner, admin, member, auditor] = await Promise.all((["owner", "admin", "member", "auditor"] as const).map((role) => builtInRoleId(account, role)));
  const finance = newId();
  // The auditor has no key, so no log says anything about that role; a personal one is nobody else's.
  const keyed = [owner, admin, member, finance].map((id) => [id, { personalOf: null }]);
  const roles = Object.fromEntries([...keyed, [newId(), { personalOf: newId() }]]) as unknown;
  const context = { account: { id: account }, report: { state: { roles, builtInRoles: await builtInRoleIds(account) } } } as unknown as Context;
  expect(await readsByRole(context, owner ?? "")).toEqual([owner, admin, member, finance]);
  expect(await readsByRole(context, admin ?? "")).toEqual([admin, member]);
  expect(await readsByRole(context, finance)).toEqual([finance]);
  expect(await readsByRole(context, auditor ?? "")).toEqual([]);
});

test("another role says beforehand which keys come and go, and who has to sign it", async () => {
  const { server, owner, clara } = await anOpenAccount();
  const { member, jonas } = await aColleague(server, clara);
  await clara.hear();
  await jonas.hear();
  await jonas.until("ready");
  const { roles } = server;
  expect(await clara.keyring.planRole(member.id, roles.admin)).toEqual({ given: [roles.admin], taken: [], lacking: [], capabilities: 3, ownerOnly: false });
  await clara.keyring.setRole(member.id, roles.admin);
  expect(await clara.keyring.planRole(member.id, roles.member)).toMatchObject({ given: [], taken: [roles.admin], capabilities: 0 });
  await jonas.hear();
  // An administrator holds no owner's key, and signs no rights.
  expect(await jonas.keyring.planRole(owner.id, roles.member)).toMatchObject({ ownerOnly: true, taken: [roles.owner, roles.admin] });
  expect(await jonas.keyring.planRole(member.id, roles.owner)).toMatchObject({ given: [roles.owner], lacking: [roles.owner], ownerOnly: true });
  expect(server.state().users[member.id]?.capabilities).toBe(3);
});

describe("what the server notes about a member", () => {
  /** A server that says of a member what it likes; what it is told it notes. */
  async function aLiedAboutMember(lie: (member: { roleId: string; readsRoleIds: string[] }, roles: { owner: string; admin: string; member: string }) => object) {
    let lies = false;
    const told = (request: Request, answer: unknown) => {
      const asked = lies && (request.method ?? "GET") === "GET" && request.path.startsWith("/users/");
      if (!asked) return answer;
      const { data } = answer as { data: { word: { roleId: string; readsRoleIds: string[] } } };
      return { data: { ...data, word: { ...data.word, ...lie(data.word, account.server.roles) } } };
    };
    const account = await anOpenAccount({ lie: told });
    const { member, jonas } = await aColleague(account.server, account.clara);
    await account.clara.hear();
    await jonas.hear();
    await jonas.until("ready");
    lies = true;
    const heldBy = () => Object.entries(account.server.state().roles).filter(([, { holders }]) => holders.includes(member.id)).map(([id]) => id).sort();
    return { ...account, member, heldBy };
  }

  test("gives nobody another key or capability than the click names", async () => {
    const { server, clara, member, heldBy } = await aLiedAboutMember((_member, { owner }) => ({ roleId: owner, readsRoleIds: [owner] }));
    // The server takes no other role than the log says, and so refuses its own word.
    await expect(clara.keyring.giveRole(member.id, server.roles.admin)).rejects.toThrow();
    expect(heldBy()).toEqual([server.roles.admin, server.roles.member].sort());
    expect(server.state().users[member.id]?.capabilities).toBe(0);
  });

  test("gives no further key with another role", async () => {
    const { server, clara, member, heldBy } = await aLiedAboutMember((_member, { owner }) => ({ readsRoleIds: [owner] }));
    await clara.keyring.setRole(member.id, server.roles.admin);
    expect(heldBy()).toEqual([server.roles.admin, server.roles.member].sort());
    expect(server.state().users[member.id]?.capabilities).toBe(3);
  });

  test("keeps nobody's key when the role is taken", async () => {
    const { server, clara, member, heldBy } = await aLiedAboutMember((_member, roles) => ({ roleId: roles.member, readsRoleIds: [] }));
    await clara.keyring.setRole(member.id, server.roles.admin);
    await clara.keyring.setRole(member.id, server.roles.member);
    expect(heldBy()).toEqual([server.roles.member]);
    expect(server.state().users[member.id]?.capabilities).toBe(0);
  });

  test("does not say which key comes with a role", async () => {
    const { server, clara, member, heldBy } = await aLiedAboutMember((_member, { admin }) => ({ roleId: admin, readsRoleIds: [] }));
    await clara.keyring.giveRole(member.id, server.roles.admin).catch(() => undefined);
    expect(heldBy()).toEqual([server.roles.admin, server.roles.member].sort());
    // By the log it came with the role, and goes with a change of it and by no other way.
    await expect(clara.keyring.takeRole(member.id, server.roles.member)).rejects.toThrow("comes with the role");
    expect(heldBy()).toEqual([server.roles.admin, server.roles.member].sort());
  });

  test("changes nothing between what was shown and what is signed", async () => {
    const { server, clara, member, heldBy } = await aLiedAboutMember((told) => told);
    const shown = await clara.keyring.planRole(member.id, server.roles.admin);
    await clara.keyring.giveRole(member.id, server.roles.admin).catch(() => undefined);
    const before = heldBy();
    await expect(clara.keyring.setRole(member.id, server.roles.admin, shown)).rejects.toThrow("Look at it again");
    await expect(clara.keyring.setRole(member.id, server.roles.member, shown)).rejects.toThrow("Look at it again");
    expect(heldBy()).toEqual(before);
    await clara.keyring.setRole(member.id, server.roles.member, await clara.keyring.planRole(member.id, server.roles.member));
    expect(heldBy()).toEqual([server.roles.member]);
  });
});
