/** The key log's rules: who may bring whom in, who may take what away, and what happens to everything else. */
import { describe, expect, it } from "vitest";

import { toBase64Url, fromBase64Url } from "../base64url.ts";
import { encodeCanonical, decodeCanonical } from "../canonical.ts";
import { personalRoleId, builtInRoleId } from "../ids.ts";
import { generateRoleKey } from "../roleKey.ts";
import { sign } from "../signature.ts";
import { encodeCard, signStatement } from "../statements.ts";
import {
  aDevice, addDevice, aMember, anAccount, anAccountWithOwner, append, createRole, headerFor, newId, NOON, say, signedAdd, signedRoll,
  SOME_HASH, vouch, type TestAccount, type TestDevice,
} from "../testing/account.ts";
import { replay, type Verdict } from "./replay.ts";
import { activeDevices, capabilitiesOf, emptyKeyState, holds, rolesOf, type KeyState } from "./state.ts";

const OTHER_HASH = "a".repeat(42) + "8";
const valid: Verdict = { is: "valid" };
const refused = (part: string) => ({ is: "invalid", reason: expect.stringContaining(part) as unknown });
const device = ({ key }: TestDevice) => ({ user: key.user, device: key.device });

describe("the first statement", () => {
  it("opens the account and gives its author everything", async () => {
    const { account, owner } = await anAccountWithOwner();
    expect(account.verdicts).toEqual([valid, valid]);
    expect(capabilitiesOf(account.state, owner.key.user)).toBe(7);
    expect(account.state.fingerprint).toBe(account.state.devices[owner.key.device]?.addHash);
  });

  it("can be made once only, and by nobody for somebody else", async () => {
    const { account } = await anAccountWithOwner();
    const stranger = await aDevice(account, newId());
    expect(await addDevice(account, stranger, stranger, "genesis")).toEqual(refused("Only the first statement"));
    const empty = await anAccount();
    expect(await addDevice(empty, await aDevice(empty, newId()), await aDevice(empty, newId()), "genesis")).toEqual(refused("signature"));
    expect(await addDevice(empty, stranger, stranger, "first")).toMatchObject({ is: "invalid" });
  });
});

describe("a device", () => {
  it("waits as a first one until somebody vouches, and then has no role and no capability", async () => {
    const { account, owner } = await anAccountWithOwner();
    const newcomer = await aDevice(account, newId());
    expect(await addDevice(account, newcomer, newcomer, "first")).toEqual(valid);
    expect(activeDevices(account.state, newcomer.key.user)).toEqual([]);
    expect(await vouch(account, owner, newcomer, "code")).toEqual(valid);
    expect(activeDevices(account.state, newcomer.key.user)).toEqual([newcomer.key.device]);
    expect(rolesOf(account.state, newcomer.key.user)).toEqual([]);
    expect(await addDevice(account, newcomer, await aDevice(account, newcomer.key.user), "device")).toEqual(valid);
    const again = await aDevice(account, newcomer.key.user);
    expect(await addDevice(account, again, again, "first")).toEqual(refused("active device already"));
  });

  it("says who its person is when it is the first one, and only then", async () => {
    const { account, owner } = await anAccountWithOwner();
    const add = async (author: TestDevice, target: TestDevice, how: string, personCommitment: string | null) => {
      const { user, device: id, ecdhPublic, ecdsaPublic } = target.key;
      const card = { user, device: id, ecdhPublic, ecdsaPublic, recoveryHash: target.recoveryHash, protection: target.protection, personCommitment };
      const signed = await signStatement(author.key.signing, "device.add", headerFor(account, author), { ...card, how });
      const bytes = encodeCard({ account: account.account, fingerprint: account.state.fingerprint ?? "", ...card });
      return append(account, { ...signed, deviceSignatureB64u: await sign(target.key.signing, bytes) });
    };
    const newcomer = await aDevice(account, newId());
    expect(await add(newcomer, newcomer, "first", null)).toEqual(refused("says who its owner is"));
    expect(await add(newcomer, newcomer, "first", SOME_HASH)).toEqual(valid);
    const second = await aDevice(account, owner.key.user);
    expect(await add(owner, second, "device", SOME_HASH)).toEqual(refused("says who its owner is"));
    expect(await add(owner, second, "device", null)).toEqual(valid);
  });

  it("is added by another one of the same person only", async () => {
    const { account, owner } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    expect(await addDevice(account, owner, await aDevice(account, member.key.user), "device")).toEqual(refused("same person"));
    expect(await addDevice(account, member, await aDevice(account, member.key.user), "recovery")).toEqual(valid);
  });

  it("needs the id of its keys, its own signature, and is never seen twice", async () => {
    const { account, owner } = await anAccountWithOwner();
    const second = await aDevice(account, owner.key.user);
    const other = await aDevice(account, owner.key.user);
    const renamed = { ...second, key: { ...second.key, device: other.key.device } };
    expect(await addDevice(account, owner, renamed, "device")).toEqual(refused("does not fit its keys"));
    const stolen = await signedAdd(account, owner, second, "device");
    const { deviceSignatureB64u } = await signedAdd(account, owner, other, "device");
    expect(await append(account, { ...stolen, deviceSignatureB64u: deviceSignatureB64u ?? "" })).toEqual(refused("second signature"));
    const unsigned = await signedAdd(account, owner, second, "device");
    expect(await append(account, { statementB64u: unsigned.statementB64u, signatureB64u: unsigned.signatureB64u })).toEqual(refused("second signature"));
    expect(await addDevice(account, owner, second, "device")).toEqual(valid);
    expect(await addDevice(account, owner, second, "device")).toEqual(refused("seen before"));
    expect(await say(account, owner, "device.revoke", { ...device(second), reason: "lost" })).toEqual(valid);
    expect(await addDevice(account, owner, second, "device")).toEqual(refused("seen before"));
  });

  it("is the sixteenth at most", async () => {
    const { account, owner } = await anAccountWithOwner();
    for (let i = 2; i <= 16; i++) expect(await addDevice(account, owner, await aDevice(account, owner.key.user), "device")).toEqual(valid);
    expect(await addDevice(account, owner, await aDevice(account, owner.key.user), "device")).toEqual(refused("too many"));
  });

  it("is protected by an authenticator where the policy asks for it", async () => {
    const { account, owner } = await anAccountWithOwner();
    const policy = { version: 1, lowestSuite: 1, requireVerified: 1, requireAuthenticators: 1, allowCache: 0, allowPersonal: 0, letInByItself: 0 };
    expect(await say(account, owner, "account.policy", policy)).toEqual(valid);
    expect(await addDevice(account, owner, await aDevice(account, owner.key.user, "passphrase"), "device")).toEqual(refused("authenticators"));
    expect(await addDevice(account, owner, await aDevice(account, owner.key.user, "authenticator"), "device")).toEqual(valid);
  });

  it("once revoked signs nothing, and makes rolls due for the roles of its person", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const second = await aDevice(account, owner.key.user);
    await addDevice(account, owner, second, "device");
    expect(await say(account, owner, "device.revoke", { ...device(second), reason: "lost" })).toEqual(valid);
    expect(account.state.roles[role]?.rollDue).toBe(true);
    expect(await say(account, second, "role.set", { role, nameCommitment: SOME_HASH, capabilities: 0 })).toEqual(refused("not active"));
  });
});

describe("a vouch", () => {
  async function withInvite() {
    const made = await anAccountWithOwner();
    const { account, owner, role } = made;
    const invite = newId();
    const create = { invite, role, custodianRole: role, custodianGeneration: 1, expiresAt: NOON + 1000, boxHash: SOME_HASH };
    expect(await say(account, owner, "invite.create", create)).toEqual(valid);
    const guest = await aDevice(account, newId());
    await addDevice(account, guest, guest, "first");
    return { ...made, invite, guest };
  }

  it("by pairing uses an open invitation up", async () => {
    const { account, owner, invite, guest } = await withInvite();
    expect(await vouch(account, owner, guest, "pairing")).toEqual(refused("not open"));
    expect(await vouch(account, owner, guest, "pairing", newId())).toEqual(refused("not open"));
    expect(await vouch(account, owner, guest, "pairing", invite, NOON + 1001)).toEqual(refused("not open"));
    expect(await vouch(account, owner, guest, "pairing", invite, NOON + 1000)).toEqual(valid);
    const next = await aDevice(account, newId());
    await addDevice(account, next, next, "first");
    expect(await vouch(account, owner, next, "pairing", invite)).toEqual(refused("not open"));
  });

  it("by pairing fails after a cancel, a roll that is due, or a holder who may not manage members", async () => {
    const cancelled = await withInvite();
    await say(cancelled.account, cancelled.owner, "invite.cancel", { invite: cancelled.invite });
    expect(await vouch(cancelled.account, cancelled.owner, cancelled.guest, "pairing", cancelled.invite)).toEqual(refused("not open"));

    const due = await withInvite();
    const second = await aDevice(due.account, due.owner.key.user);
    await addDevice(due.account, due.owner, second, "device");
    await say(due.account, due.owner, "device.revoke", { ...device(second), reason: "lost" });
    expect(await vouch(due.account, due.owner, due.guest, "pairing", due.invite)).toEqual(refused("not open"));

    const shared = await withInvite();
    const member = await aMember(shared.account, shared.owner);
    await say(shared.account, shared.owner, "role.assign", { role: shared.role, user: member.key.user });
    expect(await vouch(shared.account, shared.owner, shared.guest, "pairing", shared.invite)).toEqual(refused("not open"));
  });

  it("is for those who manage members, and for the device that waits", async () => {
    const { account, owner, guest } = await withInvite();
    const member = await aMember(account, owner);
    expect(await vouch(account, member, guest, "code")).toEqual(refused("may not manage members"));
    const fields = { user: member.key.user, addHash: account.state.devices[guest.key.device]?.addHash ?? "", method: "code", invite: null };
    expect(await say(account, owner, "user.vouch", fields)).toEqual(refused("statement in force"));
    await say(account, owner, "device.revoke", { ...device(guest), reason: "They differ" });
    expect(await vouch(account, owner, guest, "code")).toEqual(refused("does not wait"));
  });

  it("again never makes the method worse", async () => {
    const { account, owner, guest } = await withInvite();
    await vouch(account, owner, guest, "unverified");
    expect(account.state.users[guest.key.user]?.method).toBe("unverified");
    expect(await vouch(account, owner, guest, "code")).toEqual(valid);
    expect(await vouch(account, owner, guest, "unverified")).toEqual(valid);
    expect(account.state.users[guest.key.user]?.method).toBe("code");
    expect(await vouch(account, owner, owner, "unverified")).toEqual(valid);
    expect(account.state.users[owner.key.user]).toMatchObject({ method: "genesis", capabilities: 7 });
  });
});

describe("a person", () => {
  it("is who the first device said, until the person or a manager says otherwise", async () => {
    const { account, owner } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    const { user } = member.key;
    const named = (author: TestDevice, of: TestDevice, personCommitment: string) => say(account, author, "user.person", { user: of.key.user, personCommitment });
    expect(account.state.users[user]?.personCommitment).toBe(SOME_HASH);
    expect(await named(member, member, OTHER_HASH)).toEqual(valid);
    expect(account.state.users[user]?.personCommitment).toBe(OTHER_HASH);
    expect(await named(member, owner, OTHER_HASH)).toEqual(refused("may not name"));
    await say(account, owner, "capability.set", { user, capabilities: 3 });
    expect(await named(member, owner, OTHER_HASH)).toEqual(refused("may not name"));
    expect(await named(owner, member, SOME_HASH)).toEqual(valid);
    const waiting = await aDevice(account, newId());
    await addDevice(account, waiting, waiting, "first");
    expect(await named(owner, waiting, OTHER_HASH)).toEqual(refused("no active device"));
  });
});

describe("a removal", () => {
  it("ends devices, roles and capabilities, and makes rolls due", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    await say(account, owner, "role.assign", { role, user: member.key.user });
    await say(account, owner, "capability.set", { user: member.key.user, capabilities: 3 });
    expect(await say(account, owner, "user.remove", { user: member.key.user, reason: "removed" })).toEqual(valid);
    expect(activeDevices(account.state, member.key.user)).toEqual([]);
    expect(capabilitiesOf(account.state, member.key.user)).toBe(0);
    expect(account.state.roles[role]).toMatchObject({ rollDue: true, holders: [owner.key.user] });
  });

  it("of somebody with a capability that the author lacks is refused, and of the last owner too", async () => {
    const { account, owner } = await anAccountWithOwner();
    const admin = await aMember(account, owner);
    await say(account, owner, "capability.set", { user: admin.key.user, capabilities: 3 });
    expect(await say(account, admin, "user.remove", { user: owner.key.user, reason: "removed" })).toEqual(refused("may not remove"));
    expect(await say(account, admin, "device.revoke", { ...device(owner), reason: "" })).toEqual(refused("may not revoke"));
    expect(await say(account, owner, "user.remove", { user: owner.key.user, reason: "left" })).toEqual(refused("Nobody would be left"));
    expect(await say(account, owner, "device.revoke", { ...device(owner), reason: "" })).toEqual(refused("Nobody would be left"));
    expect(await say(account, owner, "capability.set", { user: owner.key.user, capabilities: 3 })).toEqual(refused("Nobody would be left"));
    expect(await say(account, admin, "user.remove", { user: admin.key.user, reason: "left" })).toEqual(valid);
  });

  it("follows from the revoke of the last device", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    await say(account, owner, "role.assign", { role, user: member.key.user });
    expect(await say(account, member, "device.revoke", { ...device(member), reason: "left" })).toEqual(valid);
    expect(account.state.roles[role]).toMatchObject({ rollDue: true, holders: [owner.key.user] });
    expect(account.state.users[member.key.user]).toMatchObject({ method: null, capabilities: 0 });
  });
});

describe("a role", () => {
  it("is created with its generation 1 by those who manage roles", async () => {
    const { account, owner } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    await createRole(account, member, newId());
    expect(account.verdicts.at(-1)).toEqual(refused("may not manage roles"));
    await createRole(account, owner, newId(), 2);
    expect(account.verdicts.at(-1)).toEqual(refused("generation 1"));
    await createRole(account, owner, await builtInRoleId(account.account, "admin"));
    expect(account.verdicts.at(-1)).toEqual(valid);
  });

  it("that is personal belongs to its person, and nobody else takes its id", async () => {
    const { account, owner } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    const personal = await personalRoleId(account.account, member.key.user);
    await createRole(account, owner, personal);
    expect(account.verdicts.at(-1)).toEqual(refused("personal role"));
    await createRole(account, member, personal);
    expect(account.verdicts.at(-1)).toEqual(valid);
    expect(await say(account, member, "role.assign", { role: personal, user: owner.key.user })).toEqual(refused("not given to anybody"));
    await createRole(account, owner, personal, 2);
    expect(account.verdicts.at(-1)).toEqual(refused("own person"));
    await createRole(account, member, personal, 2);
    expect(account.state.roles[personal]).toMatchObject({ restartedAt: 2, holders: [member.key.user] });
  });

  it("is given by a holder who manages members, to verified people with a device", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    const give = (to: TestDevice, author = owner) => say(account, author, "role.assign", { role, user: to.key.user });
    expect(await give(member, member)).toEqual(refused("manage members"));
    await say(account, owner, "capability.set", { user: member.key.user, capabilities: 7 });
    expect(await give(member, member)).toEqual(refused("does not hold"));
    expect(await give(member)).toEqual(valid);
    const stranger = await aDevice(account, newId());
    await addDevice(account, stranger, stranger, "first");
    expect(await give(stranger)).toEqual(refused("no active device"));
    await vouch(account, owner, stranger, "unverified");
    expect(await give(stranger)).toEqual(refused("not verified"));
    await say(account, owner, "account.policy", { version: 1, lowestSuite: 1, requireVerified: 0, requireAuthenticators: 0, allowCache: 1, allowPersonal: 1, letInByItself: 1 });
    expect(await give(stranger)).toEqual(valid);
  });

  it("is rolled by a holder when a roll is due, with the proof of the old generation", async () => {
    const { account, owner, role, roleKey } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    await say(account, owner, "role.assign", { role, user: member.key.user });
    const fresh = await generateRoleKey({ account: account.account, role, generation: 2 });
    expect(await append(account, await signedRoll(account, member, roleKey, fresh))).toEqual(refused("No roll is due"));
    expect(await append(account, await signedRoll(account, owner, roleKey, fresh))).toEqual(valid);
    const third = await generateRoleKey({ account: account.account, role, generation: 3 });
    expect(await append(account, await signedRoll(account, owner, roleKey, third))).toMatchObject({ is: "invalid" });
    expect(await append(account, await signedRoll(account, owner, { ...fresh, signing: third.signing }, third))).toEqual(refused("second signature"));
    await say(account, member, "role.unassign", { role, user: member.key.user });
    expect(account.state.roles[role]?.rollDue).toBe(true);
    expect(await append(account, await signedRoll(account, member, fresh, third))).toEqual(refused("does not hold"));
    expect(await append(account, await signedRoll(account, owner, fresh, third))).toEqual(valid);
    expect(account.state.roles[role]).toMatchObject({ rollDue: false, keys: { length: 3 } });
  });

  it("is restarted by an owner when nobody holds it, and marked", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    await say(account, owner, "role.assign", { role, user: member.key.user });
    await say(account, owner, "role.unassign", { role, user: owner.key.user });
    await createRole(account, owner, role, 2);
    expect(account.verdicts.at(-1)).toEqual(refused("Somebody else holds"));
    await say(account, owner, "user.remove", { user: member.key.user, reason: "removed" });
    await createRole(account, owner, role, 2);
    expect(account.verdicts.at(-1)).toEqual(valid);
    expect(account.state.roles[role]).toMatchObject({ restartedAt: 2, rollDue: false, holders: [owner.key.user] });
  });

  it("keeps what its members are meant to have through a restart only by somebody who has it", async () => {
    const { account, owner } = await anAccountWithOwner();
    const other = await aMember(account, owner);
    await say(account, owner, "capability.set", { user: other.key.user, capabilities: 6 });
    const role = newId();
    await createRole(account, owner, role, 1, 3);
    expect(account.state.roles[role]?.capabilities).toBe(3);
    await say(account, owner, "role.unassign", { role, user: owner.key.user });
    await createRole(account, other, role, 2, 3);
    expect(account.verdicts.at(-1)).toEqual(refused("may not give these capabilities"));
    await createRole(account, other, role, 2, 2);
    expect(account.state.roles[role]).toMatchObject({ capabilities: 2, restartedAt: 2 });
    const set = (author: TestDevice, capabilities: number) => say(account, author, "role.set", { role, nameCommitment: OTHER_HASH, capabilities });
    expect(await set(other, 1)).toEqual(refused("may not give these capabilities"));
    expect(await set(other, 2)).toEqual(valid);
    expect(await set(owner, 7)).toEqual(valid);
    expect(account.state.roles[role]).toMatchObject({ capabilities: 7, nameCommitment: OTHER_HASH });
    const personal = await personalRoleId(account.account, other.key.user);
    await createRole(account, other, personal, 1, 2);
    expect(account.verdicts.at(-1)).toEqual(refused("personal role has no capabilities"));
  });

  it("is left by its holder without asking, and an empty wish changes nothing", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    expect(await say(account, member, "role.unassign", { role, user: owner.key.user })).toEqual(refused("may not take"));
    expect(await say(account, member, "role.unassign", { role, user: member.key.user })).toEqual(valid);
    expect(account.state.roles[role]?.rollDue).toBe(false);
  });
});

describe("the policy", () => {
  it("grows by its version, in the hands of those who manage capabilities", async () => {
    const { account, owner } = await anAccountWithOwner();
    const policy = { version: 1, lowestSuite: 1, requireVerified: 1, requireAuthenticators: 0, allowCache: 1, allowPersonal: 1, letInByItself: 1 };
    const member = await aMember(account, owner);
    expect(await say(account, member, "account.policy", policy)).toEqual(refused("may not set the policy"));
    expect(await say(account, owner, "account.policy", policy)).toEqual(valid);
    expect(await say(account, owner, "account.policy", policy)).toEqual(refused("does not grow"));
    expect(await say(account, owner, "account.policy", { ...policy, version: 2, allowCache: 2 })).toEqual(refused("neither 0 nor 1"));
    expect(await say(account, owner, "account.policy", { ...policy, version: 2, lowestSuite: 2 })).toMatchObject({ is: "unknown" });
    expect(account.state.stopped).toBe("unknown");
  });
});

describe("the chain", () => {
  it("keeps the place of an invalid statement and goes on", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const stranger = await aDevice(account, newId());
    const before = account.state;
    expect(await say(account, stranger, "role.set", { role, nameCommitment: SOME_HASH, capabilities: 0 })).toEqual(refused("signature"));
    expect({ ...account.state, nextSeq: before.nextSeq, head: before.head }).toEqual(before);
    expect(await say(account, owner, "role.set", { role, nameCommitment: SOME_HASH, capabilities: 0 })).toEqual(valid);
  });

  it("stops for good when a statement does not follow the one before it", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const header = { ...headerFor(account, owner), prevHash: SOME_HASH };
    const broken = await signStatement(owner.key.signing, "role.set", header, { role, nameCommitment: SOME_HASH, capabilities: 0 });
    expect(await append(account, broken)).toMatchObject({ is: "broken" });
    expect(await say(account, owner, "role.set", { role, nameCommitment: SOME_HASH, capabilities: 0 })).toMatchObject({ is: "broken" });
  });

  it("stops at a type, a how or a method that it does not know", async () => {
    const unknownType = await anAccountWithOwner();
    const known = await signStatement(unknownType.owner.key.signing, "role.set", headerFor(unknownType.account, unknownType.owner), { role: unknownType.role, nameCommitment: SOME_HASH, capabilities: 0 });
    const { fields } = decodeCanonical(fromBase64Url(known.statementB64u));
    const future = { ...known, statementB64u: toBase64Url(encodeCanonical("e2ee.v1.stmt.role.dream", fields)) };
    expect(await append(unknownType.account, future)).toMatchObject({ is: "unknown" });

    const unknownHow = await anAccountWithOwner();
    expect(await addDevice(unknownHow.account, unknownHow.owner, await aDevice(unknownHow.account, newId()), "dreamt")).toMatchObject({ is: "unknown" });
    const unknownMethod = await anAccountWithOwner();
    expect(await vouch(unknownMethod.account, unknownMethod.owner, unknownMethod.owner, "dream")).toMatchObject({ is: "unknown" });
  });

  it("gives the same state at every replay, also in pieces", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    await say(account, owner, "role.assign", { role, user: member.key.user });
    await say(account, member, "capability.set", { user: member.key.user, capabilities: 7 });
    const start = emptyKeyState(account.account, account.state.builtInRoles);
    const whole = await replay(start, account.log);
    expect(whole.at(-1)?.after).toEqual(account.state);
    let state: KeyState = start;
    for (const signed of account.log) state = (await replay(state, [signed])).at(-1)?.after ?? state;
    expect(state).toEqual(account.state);
    expect(whole.map(({ verdict }) => verdict.is)).toEqual(["valid", "valid", "valid", "valid", "valid", "invalid"]);
    expect(holds(state, role, member.key.user)).toBe(true);
  });

  it("refuses every statement whose signature is another's", async () => {
    const { account, owner, role } = await anAccountWithOwner();
    const member = await aMember(account, owner);
    const forge = async (target: TestAccount) => {
      const signed = await signStatement(member.key.signing, "role.assign", headerFor(target, owner), { role, user: member.key.user });
      return append(target, signed);
    };
    expect(await forge(account)).toEqual(refused("signature"));
    expect(rolesOf(account.state, member.key.user)).toEqual([]);
  });
});
