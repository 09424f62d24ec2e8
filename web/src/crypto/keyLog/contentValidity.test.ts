/** A statement about an object counts only when its author could make it at that place of the log. */
import { describe, expect, it } from "vitest";

import { ZERO_HASH, grantObjectId, type ContentStatement } from "../statements.ts";
import { aDevice, addDevice, aMember, anAccountWithOwner, newId, say, SOME_HASH, type TestAccount, type TestDevice } from "../testing/account.ts";
import { judgeContent } from "./contentValidity.ts";
import type { RoleState } from "./state.ts";

const put = (account: TestAccount, author: TestDevice, audience: string[] = Object.keys(account.state.roles)): ContentStatement => ({
  type: "record.put", account: account.account, seq: 1, prevHash: ZERO_HASH, authorUser: author.key.user, authorDevice: author.key.device,
  createdAt: 1, viewSize: 0, viewRoot: ZERO_HASH, kind: "document", id: newId(), contentRevision: 1, schema: 1,
  boxHash: SOME_HASH, audience, wrapsHash: SOME_HASH, attrsHash: SOME_HASH,
});

describe("a write", () => {
  it("is valid under the generation in force, from somebody in the new and in the old audience", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const wraps = [{ roleId: role, generation: 1 }];
    const judge = (author: TestDevice, previousAudience: string[] | null) => judgeContent(account.state, put(account, author), { wraps, previousAudience });
    expect(judge(owner, null)).toEqual({ is: "valid" });
    expect(judge(owner, [role])).toEqual({ is: "valid" });
    expect(judge(owner, [newId()])).toMatchObject({ is: "invalid" });
    const member = await aMember(account, owner);
    expect(judgeContent(account.state, put(account, member), { wraps, previousAudience: null })).toMatchObject({ is: "invalid" });
    const waiting = await aDevice(account, owner.key.user);
    expect(judge(waiting, null)).toMatchObject({ is: "invalid" });
    expect(judgeContent(account.state, { ...put(account, owner), account: newId() }, { wraps, previousAudience: null })).toMatchObject({ is: "invalid" });
  });

  it("under an older generation or while a roll was due is shown with an alarm", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const wraps = (generation: number) => [{ roleId: role, generation }];
    const judge = (generation: number) => judgeContent(account.state, put(account, owner), { wraps: wraps(generation), previousAudience: null });
    expect(judge(2)).toMatchObject({ is: "invalid" });
    const second = await aDevice(account, owner.key.user);
    await addDevice(account, owner, second, "device");
    await say(account, owner, "device.revoke", { user: owner.key.user, device: second.key.device, reason: "lost" });
    expect(judge(1)).toEqual({ is: "behind", roles: [role] });
  });
});

describe("a personal role in an audience", () => {
  it("is the author's and stands alone, in whatever order the roles are, while the policy allows it", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const roleState = (personalOf: string) => ({ ...(account.state.roles[role] as RoleState), personalOf });
    const [mine, theirs] = [newId(), newId()];
    const roles = { ...account.state.roles, [mine]: roleState(owner.key.user), [theirs]: { ...roleState(newId()), holders: [owner.key.user] } };
    const judge = (audience: string[], allowPersonal = true) =>
      judgeContent({ ...account.state, roles, policy: { ...account.state.policy, allowPersonal } }, put(account, owner, audience), { wraps: null, previousAudience: null }).is;
    expect(judge([mine])).toBe("valid");
    expect(judge([role])).toBe("valid");
    expect(judge([mine, role])).toBe("invalid");
    expect(judge([role, mine])).toBe("invalid");
    expect(judge([theirs])).toBe("invalid");
    expect(judge([mine], false)).toBe("invalid");
  });
});

describe("a grant and a view", () => {
  it("are those of a holder for an assigned device, and of the device itself", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    const header = { ...put(account, owner) };
    const grant = (to: TestDevice, generation = 1): ContentStatement => ({
      ...header, type: "role.grant", kind: "role-wrap", id: grantObjectId(role, to.key.device), seq: generation, generation, user: to.key.user, boxHash: SOME_HASH,
    });
    const none = { wraps: [], previousAudience: null };
    expect(judgeContent(account.state, grant(owner), none)).toEqual({ is: "valid" });
    expect(judgeContent(account.state, grant(member), none)).toMatchObject({ is: "invalid" });
    await say(account, owner, "role.assign", { role, user: member.key.user });
    expect(judgeContent(account.state, grant(member), none)).toEqual({ is: "valid" });
    expect(judgeContent(account.state, grant(member, 2), none)).toMatchObject({ is: "invalid" });

    const view = (id: string) => ({ ...header, type: "view.seen", kind: "view", id }) as ContentStatement;
    expect(judgeContent(account.state, view(owner.key.device), none)).toEqual({ is: "valid" });
    expect(judgeContent(account.state, view(member.key.device), none)).toMatchObject({ is: "invalid" });
  });
});
