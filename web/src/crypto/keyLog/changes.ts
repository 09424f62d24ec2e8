/** The ways in which a statement changes the key state; each gives a new state and leaves the old one as it was. */
import type { Id } from "../ids.ts";
import { isActive, rolesOf, type DeviceState, type InviteState, type KeyState, type RoleState, type UserState } from "./state.ts";

const UNKNOWN_USER: UserState = { method: null, capabilities: 0, personCommitment: null, addHash: null };

export function putDevice(state: KeyState, id: Id, device: DeviceState): KeyState {
  return { ...state, devices: { ...state.devices, [id]: device } };
}

export function putUser(state: KeyState, id: Id, change: Partial<UserState>): KeyState {
  const user = { ...UNKNOWN_USER, ...state.users[id], ...change };
  return { ...state, users: { ...state.users, [id]: user } };
}

export function putRole(state: KeyState, id: Id, role: RoleState): KeyState {
  return { ...state, roles: { ...state.roles, [id]: role } };
}

export function putInvite(state: KeyState, id: Id, invite: InviteState): KeyState {
  return { ...state, invites: { ...state.invites, [id]: invite } };
}

export function putDefault(state: KeyState, key: string, roles: readonly Id[]): KeyState {
  return { ...state, defaults: { ...state.defaults, [key]: roles } };
}

/** From now on nobody wraps for these roles until a holder has rolled them. */
export function makeRollsDue(state: KeyState, roles: readonly Id[]): KeyState {
  return roles.reduce((before, id) => {
    const role = before.roles[id];
    return role ? putRole(before, id, { ...role, rollDue: true }) : before;
  }, state);
}

export function takeRole(state: KeyState, id: Id, user: Id): KeyState {
  const role = state.roles[id];
  if (!role) return state;
  return putRole(state, id, { ...role, holders: role.holders.filter((holder) => holder !== user), rollDue: true });
}

/** Ends all devices, roles and capabilities of a person. */
export function endUser(state: KeyState, user: Id): KeyState {
  const devices = Object.entries(state.devices).map(([id, device]) =>
    [id, device.user === user ? { ...device, state: "revoked" as const } : device] as const);
  const withoutRoles = rolesOf(state, user).reduce((before, role) => takeRole(before, role, user), state);
  const ended = { ...withoutRoles, devices: Object.fromEntries(devices) };
  return putUser(ended, user, { method: null, capabilities: 0, personCommitment: null, addHash: null });
}

/** Ends one device; with the last active one the person's membership ends too. */
export function revokeDevice(state: KeyState, id: Id): KeyState {
  const device = state.devices[id];
  if (!device) return state;
  const wasActive = device.state === "active";
  const revoked = makeRollsDue(putDevice(state, id, { ...device, state: "revoked" }), rolesOf(state, device.user));
  return wasActive && !isActive(revoked, device.user) ? endUser(revoked, device.user) : revoked;
}
