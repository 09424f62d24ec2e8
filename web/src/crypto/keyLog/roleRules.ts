/** Rules about roles: who brings a key, who holds it, when it is renewed. */
import { versionOf, type Id } from "../ids.ts";
import type { PublishedRoleKey } from "../roleKey.ts";
import type { StatementOf } from "../statements.ts";
import { putRole, takeRole } from "./changes.ts";
import { demand } from "./refusals.ts";
import type { Facts, Rules } from "./rules.ts";
import {
  ALL_CAPABILITIES, capabilitiesOf, currentKey, generationOf, holds, isActive, isVerifiedMethod, MANAGE_CAPABILITIES, MANAGE_MEMBERS, MANAGE_ROLES, may, mayActOn,
  type KeyState, type RoleState,
} from "./state.ts";

type RoleCreate = StatementOf<"role.create">;

function publishedKey({ rolePublic, signPublic, seedCommitment }: PublishedRoleKey): PublishedRoleKey {
  return { rolePublic, signPublic, seedCommitment };
}

function existing(state: KeyState, role: Id): RoleState {
  const found = state.roles[role];
  demand(found !== undefined, "There is no such role.");
  return found;
}

/** What the members of a role are meant to have is said by somebody who has it and may give it. */
function demandCapabilities(state: KeyState, author: Id, personal: boolean, capabilities: number): void {
  demand(capabilities <= ALL_CAPABILITIES, "There is no such capability.");
  demand(capabilities === 0 || !personal, "A personal role has no capabilities.");
  const has = may(state, author, MANAGE_CAPABILITIES) && (capabilitiesOf(state, author) & capabilities) === capabilities;
  demand(capabilities === 0 || has, "The author may not give these capabilities.");
}

function createRole(state: KeyState, statement: RoleCreate, facts: Facts): KeyState {
  const { authorUser, role } = statement;
  demand(statement.generation === 1, "A new role begins with generation 1.");
  const personal = role === facts.personalRole;
  if (personal) {
    demand(state.policy.allowPersonal, "This account allows no personal roles.");
  } else {
    demand(may(state, authorUser, MANAGE_ROLES), "The author may not manage roles.");
    const free = versionOf(role) !== "5" || state.builtInRoles.includes(role);
    demand(free, "This role id belongs to somebody's personal role.");
  }
  demandCapabilities(state, authorUser, personal, statement.capabilities);
  return putRole(state, role, {
    keys: [publishedKey(statement)], nameCommitment: statement.nameCommitment, capabilities: statement.capabilities, holders: [authorUser],
    rollDue: false, personalOf: personal ? authorUser : null, restartedAt: null,
  });
}

/** A new key without the old one, when nobody is left who could roll: clients ask a person before they write to it. */
function restartRole(state: KeyState, statement: RoleCreate, before: RoleState): KeyState {
  const { authorUser, role, generation } = statement;
  demand(generation === generationOf(before) + 1, "A restart brings the next generation.");
  if (before.personalOf === null) {
    demand(may(state, authorUser, MANAGE_ROLES | MANAGE_CAPABILITIES), "The author may not restart roles.");
    const held = before.holders.some((user) => holds(state, role, user));
    demand(!held || holds(state, role, authorUser), "Somebody else holds this role.");
  } else {
    demand(before.personalOf === authorUser, "A personal role is restarted by its own person.");
  }
  demandCapabilities(state, authorUser, before.personalOf !== null, statement.capabilities);
  return putRole(state, role, {
    ...before,
    keys: [...before.keys, publishedKey(statement)], nameCommitment: statement.nameCommitment, capabilities: statement.capabilities,
    holders: before.holders.includes(authorUser) ? before.holders : [...before.holders, authorUser],
    rollDue: false, restartedAt: generation,
  });
}

export const roleRules: Rules<"role.create" | "role.set" | "role.assign" | "role.unassign" | "role.roll"> = {
  "role.create": (state, statement, facts) => {
    demand(facts.keysFit, "A role key is not a point of the curve.");
    const before = state.roles[statement.role];
    return before ? restartRole(state, statement, before) : createRole(state, statement, facts);
  },

  "role.set": (state, { authorUser, role, nameCommitment, capabilities }) => {
    const before = existing(state, role);
    demand(may(state, authorUser, MANAGE_ROLES), "The author may not manage roles.");
    if (capabilities !== before.capabilities) {
      demand(may(state, authorUser, MANAGE_CAPABILITIES), "The author may not change what a role's members are meant to have.");
      demandCapabilities(state, authorUser, before.personalOf !== null, capabilities);
    }
    return putRole(state, role, { ...before, nameCommitment, capabilities });
  },

  "role.assign": (state, { authorUser, role, user }) => {
    const before = existing(state, role);
    demand(before.personalOf === null, "A personal role is not given to anybody.");
    demand(may(state, authorUser, MANAGE_MEMBERS), "The author may not manage members.");
    demand(holds(state, role, authorUser), "The author does not hold this role.");
    demand(isActive(state, user), "This person has no active device.");
    const verified = isVerifiedMethod(state.users[user]?.method);
    demand(verified || !state.policy.requireVerified, "This person is not verified.");
    if (before.holders.includes(user)) return state;
    return putRole(state, role, { ...before, holders: [...before.holders, user] });
  },

  "role.unassign": (state, { authorUser, role, user }) => {
    demand(mayActOn(state, authorUser, user), "The author may not take this role away.");
    return state.roles[role]?.holders.includes(user) ? takeRole(state, role, user) : state;
  },

  "role.roll": (state, statement, facts) => {
    const { authorUser, role, generation, previousRolePublic } = statement;
    const before = existing(state, role);
    demand(facts.keysFit, "A role key is not a point of the curve.");
    demand(holds(state, role, authorUser), "The author does not hold this role.");
    demand(before.rollDue || may(state, authorUser, MANAGE_ROLES), "No roll is due.");
    demand(generation === generationOf(before) + 1, "A roll brings the next generation.");
    demand(previousRolePublic === currentKey(before)?.rolePublic, "The roll does not name the key before it.");
    return putRole(state, role, { ...before, keys: [...before.keys, publishedKey(statement)], rollDue: false });
  },
};
