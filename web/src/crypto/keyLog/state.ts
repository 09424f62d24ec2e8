/** What the key log of an account has established: people, devices, roles, invitations and rules. */
import { ZERO_HASH } from "../fixed.ts";
import type { Id } from "../ids.ts";
import type { PublishedRoleKey } from "../roleKey.ts";

export const MANAGE_MEMBERS = 1;
export const MANAGE_ROLES = 2;
export const MANAGE_CAPABILITIES = 4;
export const ALL_CAPABILITIES = MANAGE_MEMBERS | MANAGE_ROLES | MANAGE_CAPABILITIES;
export const MOST_ACTIVE_DEVICES = 16;

export type Protection = "authenticator" | "passphrase";
export type Method = "genesis" | "pairing" | "code" | "unverified";

export interface DeviceState {
  readonly user: Id;
  readonly ecdhPublic: string;
  readonly ecdsaPublic: string;
  readonly how: "genesis" | "first" | "device" | "recovery";
  readonly recoveryHash: string;
  readonly protection: Protection;
  /** Who its owner said to be when it was the first one. */
  readonly personCommitment: string | null;
  readonly addHash: string;
  readonly addedAt: number;
  readonly state: "waiting" | "active" | "revoked";
}

export interface UserState {
  readonly method: Method | null;
  readonly capabilities: number;
  /** The e-mail and name in force, salted and hashed. */
  readonly personCommitment: string | null;
  /** The `device.add` that is in force for this person. */
  readonly addHash: string | null;
}

export interface RoleState {
  /** One published key per generation, the first one first. */
  readonly keys: readonly PublishedRoleKey[];
  readonly nameCommitment: string;
  /** What its members are meant to have; it gives nothing by itself. */
  readonly capabilities: number;
  readonly holders: readonly Id[];
  readonly rollDue: boolean;
  readonly personalOf: Id | null;
  /** The newest generation that was made by a restart and not by a holder of the one before. */
  readonly restartedAt: number | null;
}

export interface InviteState {
  readonly role: Id;
  readonly custodianRole: Id;
  readonly custodianGeneration: number;
  readonly expiresAt: number;
  readonly boxHash: string;
  readonly createdBy: Id;
  readonly state: "created" | "cancelled" | "used";
}

export interface Policy {
  readonly version: number;
  readonly lowestSuite: number;
  readonly requireVerified: boolean;
  readonly requireAuthenticators: boolean;
  readonly allowCache: boolean;
  readonly allowPersonal: boolean;
  /** A newcomer whom the secret of a link proves is let in without a question to a person. */
  readonly letInByItself: boolean;
}

type ById<T> = Readonly<Record<Id, T>>;

export interface KeyState {
  readonly account: Id;
  readonly builtInRoles: readonly Id[];
  /** The place of the next statement, and the hash that it has to name. */
  readonly nextSeq: number;
  readonly head: string;
  readonly fingerprint: string | null;
  readonly users: ById<UserState>;
  readonly devices: ById<DeviceState>;
  readonly roles: ById<RoleState>;
  readonly invites: ById<InviteState>;
  /** Default audiences by scope (the account or a person) and kind, as `defaultKey` joins them; an empty one was ended. */
  readonly defaults: Readonly<Record<string, readonly Id[]>>;
  readonly policy: Policy;
  /** Set for good when the chain is broken or says something that this version does not know. */
  readonly stopped: "broken" | "unknown" | null;
}

const FIRST_POLICY: Policy = {
  version: 0,
  lowestSuite: 1,
  requireVerified: true,
  requireAuthenticators: false,
  allowCache: true,
  allowPersonal: true,
  letInByItself: false,
};

export function emptyKeyState(account: Id, builtInRoles: readonly Id[]): KeyState {
  return {
    account, builtInRoles, nextSeq: 0, head: ZERO_HASH, fingerprint: null,
    users: {}, devices: {}, roles: {}, invites: {}, defaults: {}, policy: FIRST_POLICY, stopped: null,
  };
}

export function generationOf(role: RoleState): number {
  return role.keys.length;
}

export function currentKey(role: RoleState): PublishedRoleKey | null {
  return role.keys.at(-1) ?? null;
}

export function activeDevices(state: KeyState, user: Id): Id[] {
  return Object.keys(state.devices).filter((id) => {
    const device = state.devices[id];
    return device?.user === user && device.state === "active";
  });
}

export function isActive(state: KeyState, user: Id): boolean {
  return activeDevices(state, user).length > 0;
}

/** The device when it is active and belongs to that person. */
export function activeDevice(state: KeyState, user: Id, device: Id): DeviceState | null {
  const found = state.devices[device];
  return found?.state === "active" && found.user === user ? found : null;
}

export function capabilitiesOf(state: KeyState, user: Id): number {
  return state.users[user]?.capabilities ?? 0;
}

export function may(state: KeyState, user: Id, capability: number): boolean {
  return isActive(state, user) && (capabilitiesOf(state, user) & capability) === capability;
}

/** On another person only somebody acts who has every capability that this person has. */
export function mayActOn(state: KeyState, author: Id, user: Id): boolean {
  if (author === user) return true;
  const theirs = capabilitiesOf(state, user);
  return may(state, author, MANAGE_MEMBERS) && (capabilitiesOf(state, author) & theirs) === theirs;
}

export function holds(state: KeyState, role: Id, user: Id): boolean {
  return (state.roles[role]?.holders.includes(user) ?? false) && isActive(state, user);
}

export function rolesOf(state: KeyState, user: Id): Id[] {
  return Object.keys(state.roles).filter((role) => state.roles[role]?.holders.includes(user));
}

export function defaultKey(scope: Id, kind: string | null): string {
  return `${scope}/${kind ?? ""}`;
}

/** The default of a scope for a kind: its own line, or the one for every kind. */
export function defaultOf({ defaults }: Pick<KeyState, "defaults">, scope: Id, kind: string | null): readonly Id[] | null {
  const lines = [defaults[defaultKey(scope, kind)], defaults[defaultKey(scope, null)]];
  return lines.find((roles) => roles !== undefined && roles.length > 0) ?? null;
}

/** Who reads a new object when its author says nothing: a default that has a role which the author holds. */
export function defaultAudience(state: KeyState, author: Id, kind: string): readonly Id[] | null {
  const found = defaultOf(state, author, kind) ?? defaultOf(state, state.account, kind);
  return found?.some((role) => holds(state, role, author)) ? found : null;
}

export function isVerifiedMethod(method: Method | null | undefined): boolean {
  return method === "genesis" || method === "pairing" || method === "code";
}

export function hasOwner(state: KeyState): boolean {
  return Object.keys(state.users).some((user) => may(state, user, MANAGE_CAPABILITIES));
}

/** Whether a vouch by pairing may name the invitation now. */
export function inviteIsOpen(state: KeyState, invite: Id, author: Id, at: number): boolean {
  const found = state.invites[invite];
  const custodian = found && state.roles[found.custodianRole];
  return found?.state === "created"
    && at <= found.expiresAt
    && custodian !== undefined
    && generationOf(custodian) === found.custodianGeneration
    && !custodian.rollDue
    && custodian.holders.every((user) => may(state, user, MANAGE_MEMBERS))
    && holds(state, found.custodianRole, author);
}
