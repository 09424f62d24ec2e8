/** Rules about devices and the people whose they are. */
import { endUser, putDevice, putInvite, putUser, revokeDevice } from "./changes.ts";
import { demand, known } from "./refusals.ts";
import type { Facts, Rules } from "./rules.ts";
import {
  activeDevices, ALL_CAPABILITIES, inviteIsOpen, isActive, isVerifiedMethod, MANAGE_MEMBERS, may, mayActOn,
  MOST_ACTIVE_DEVICES,
  type KeyState, type Protection,
} from "./state.ts";
import type { StatementOf } from "../statements.ts";
import type { Id } from "../ids.ts";

type DeviceAdd = StatementOf<"device.add">;
type Vouch = StatementOf<"user.vouch">;

const HOWS = ["genesis", "first", "device", "recovery"] as const;
const PROTECTIONS = ["authenticator", "passphrase"] as const satisfies Protection[];
const METHODS = ["pairing", "code", "unverified"] as const;

function demandItself(statement: DeviceAdd): void {
  const { authorUser, authorDevice, user, device } = statement;
  demand(authorUser === user && authorDevice === device, "A device adds itself only.");
}

function demandAuthorOfAdd(state: KeyState, statement: DeviceAdd, how: (typeof HOWS)[number]): void {
  switch (how) {
    case "genesis":
      demandItself(statement);
      demand(statement.seq === 0, "Only the first statement opens the account.");
      return;
    case "first":
      demandItself(statement);
      demand(statement.seq > 0, "The first statement opens the account.");
      demand(!isActive(state, statement.user), "This person has an active device already.");
      return;
    case "device":
    case "recovery":
      demand(statement.authorUser === statement.user, "A further device is added by one of the same person.");
      demand(activeDevices(state, statement.user).length < MOST_ACTIVE_DEVICES, "This person has too many devices.");
  }
}

function addDevice(state: KeyState, statement: DeviceAdd, facts: Facts): KeyState {
  const how = known(statement.how, HOWS);
  const protection = known(statement.protection, PROTECTIONS);
  const { user, device, ecdhPublic, ecdsaPublic, recoveryHash, personCommitment } = statement;
  demandAuthorOfAdd(state, statement, how);
  const firstOfPerson = how === "genesis" || how === "first";
  demand(firstOfPerson === (personCommitment !== null), "A first device says who its owner is, and no other one does.");
  demand(facts.keysFit, "The device id does not fit its keys.");
  demand(!Object.hasOwn(state.devices, device), "This device was seen before.");
  demand(protection === "authenticator" || !state.policy.requireAuthenticators, "This account asks for authenticators.");

  const added = putDevice(state, device, {
    user, ecdhPublic, ecdsaPublic, how, recoveryHash, protection, personCommitment, addHash: facts.hash, addedAt: statement.createdAt,
    state: how === "first" ? "waiting" : "active",
  });
  if (how !== "genesis") return added;
  return putUser(added, user, { method: "genesis", capabilities: ALL_CAPABILITIES, personCommitment, addHash: facts.hash });
}

/** An invitation that a vouch names is used up by it. */
function useInvite(state: KeyState, invite: Id | null): KeyState {
  const found = invite === null ? undefined : state.invites[invite];
  return invite !== null && found?.state === "created" ? putInvite(state, invite, { ...found, state: "used" }) : state;
}

function demandMethod(state: KeyState, statement: Vouch, method: (typeof METHODS)[number]): void {
  if (method !== "pairing") return;
  const { invite, authorUser, createdAt } = statement;
  demand(invite !== null && inviteIsOpen(state, invite, authorUser, createdAt), "The invitation is not open.");
}

function vouch(state: KeyState, statement: Vouch): KeyState {
  const method = known(statement.method, METHODS);
  const { user, addHash } = statement;
  demand(may(state, statement.authorUser, MANAGE_MEMBERS), "The author may not manage members.");
  demandMethod(state, statement, method);
  const used = useInvite(state, statement.invite);

  if (isActive(state, user)) {
    const before = state.users[user];
    demand(before?.addHash === addHash, "This is not the device statement in force.");
    return putUser(used, user, { method: isVerifiedMethod(before.method) ? before.method : method });
  }
  const [id, device] = Object.entries(state.devices).find(([, one]) => one.addHash === addHash) ?? [];
  demand(id !== undefined && device?.user === user && device.how === "first", "No device of this person waits under this statement.");
  demand(device.state === "waiting", "This device does not wait any more.");
  const active = putDevice(used, id, { ...device, state: "active" });
  return putUser(active, user, { method, capabilities: 0, personCommitment: device.personCommitment, addHash });
}

export const deviceRules: Rules<"device.add" | "device.revoke" | "user.vouch" | "user.person" | "user.remove"> = {
  "device.add": addDevice,

  "device.revoke": (state, { authorUser, user, device }) => {
    const found = state.devices[device];
    demand(found?.user === user, "This person has no such device.");
    demand(mayActOn(state, authorUser, user), "The author may not revoke this device.");
    return found.state === "revoked" ? state : revokeDevice(state, device);
  },

  "user.vouch": vouch,

  "user.person": (state, { authorUser, user, personCommitment }) => {
    demand(mayActOn(state, authorUser, user), "The author may not name this person.");
    demand(isActive(state, user), "This person has no active device.");
    return putUser(state, user, { personCommitment });
  },

  "user.remove": (state, { authorUser, user }) => {
    demand(mayActOn(state, authorUser, user), "The author may not remove this person.");
    return endUser(state, user);
  },
};
