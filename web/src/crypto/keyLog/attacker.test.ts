/** Whatever somebody without the right to manage capabilities says, in any order, never gives what that person must not have. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { aDevice, addDevice, aMember, anAccountWithOwner, newId, NOON, say, SOME_HASH, vouch, type TestAccount } from "../testing/account.ts";
import { activeDevices, capabilitiesOf, holds } from "./state.ts";

describe("an attacker with capabilities below 4", () => {
  it("never gets a role that was not given, a capability, or a device in another's name", async () => {
    const moves = ["device", "first", "vouch", "assign", "unassign", "capability", "remove", "revoke", "create", "restart", "policy", "invite"] as const;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 3 }), fc.array(fc.tuple(fc.constantFrom(...moves), fc.nat(2)), { minLength: 1, maxLength: 6 }), async (bits, plan) => {
        const { account, owner, role, roleKey } = await anAccountWithOwner();
        const attacker = await aMember(account, owner);
        const victim = await aMember(account, owner);
        await say(account, owner, "role.assign", { role, user: victim.key.user });
        await say(account, owner, "capability.set", { user: attacker.key.user, capabilities: bits });
        const people = [owner, attacker, victim] as const;
        const before = account.state;

        for (const [move, whom] of plan) {
          const target = people[whom] ?? owner;
          const user = target.key.user;
          switch (move) {
            case "device":
            case "first": {
              const device = await aDevice(account, user);
              await addDevice(account, move === "first" ? device : attacker, device, move);
              break;
            }
            case "vouch":
              await vouch(account, attacker, target, "code");
              break;
            case "assign":
            case "unassign":
              await say(account, attacker, `role.${move}`, { role, user });
              break;
            case "capability":
              await say(account, attacker, "capability.set", { user: attacker.key.user, capabilities: 7 });
              break;
            case "remove":
              await say(account, attacker, "user.remove", { user, reason: "removed" });
              break;
            case "revoke":
              await say(account, attacker, "device.revoke", { user, device: target.key.device, reason: "" });
              break;
            case "create":
            case "restart": {
              const { rolePublic, signPublic, seedCommitment } = roleKey;
              const generation = move === "create" ? 1 : (account.state.roles[role]?.keys.length ?? 0) + 1;
              await say(account, attacker, "role.create", { role: move === "create" ? newId() : role, generation, rolePublic, signPublic, seedCommitment, nameCommitment: SOME_HASH, capabilities: 7 });
              break;
            }
            case "policy":
              await say(account, attacker, "account.policy", { version: 9, lowestSuite: 1, requireVerified: 0, requireAuthenticators: 0, allowCache: 1, allowPersonal: 1, letInByItself: 1 });
              break;
            case "invite":
              await say(account, attacker, "invite.create", { invite: newId(), role, custodianRole: role, custodianGeneration: 1, expiresAt: NOON * 2, boxHash: SOME_HASH });
          }
        }
        expect(holds(account.state, role, attacker.key.user)).toBe(false);
        expect(capabilitiesOf(account.state, attacker.key.user) & ~bits).toBe(0);
        expect(capabilitiesOf(account.state, owner.key.user)).toBe(7);
        expect(account.state.policy).toEqual(before.policy);
        expect(account.state.roles[role]?.keys).toHaveLength(1);
        expect(activeDevices(account.state, owner.key.user)).toEqual(activeDevices(before, owner.key.user));
        expectNoNewDevice(account, victim.key.user, activeDevices(before, victim.key.user));
      }),
      { numRuns: 40 },
    );
  });
});

/** The victim may have been removed, but no device that the victim did not add is active in the victim's name. */
function expectNoNewDevice(account: TestAccount, user: string, before: readonly string[]): void {
  for (const device of activeDevices(account.state, user)) expect(before).toContain(device);
}
