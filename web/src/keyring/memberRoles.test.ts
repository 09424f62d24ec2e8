/** What comes with a role, and what another role would change before anybody signs it. */
import { afterEach, expect, test } from "vitest";

import { builtInRoleId } from "../crypto/ids.ts";
import { newId } from "../crypto/testing/account.ts";
import type { RoleRow } from "./calls.ts";
import type { Context } from "./context.ts";
import { readsByRole } from "./memberRoles.ts";
import { aColleague, anOpenAccount, closeBrowsers } from "./testing/people.ts";

afterEach(closeBrowsers);

test("an owner reads for every role that the account made, and such a role for itself whatever it may do", async () => {
  const account = newId();
  const [owner, admin, member, auditor] = await Promise.all((["owner", "admin", "member", "auditor"] as const).map((role) => builtInRoleId(account, role)));
  const finance = newId();
  const rows: RoleRow[] = [
    ...[owner, admin, member, auditor].map((id) => ({ id: id ?? "", name: "", permissions: {}, system: true })),
    { id: finance, name: "Finance", permissions: {}, system: false },
  ];
  const context = { account: { id: account }, calls: { roles: () => Promise.resolve(rows) } } as unknown as Context;
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
