/** Rules about capabilities, invitations, default audiences and the account's policy. */
import { putDefault, putInvite, putUser } from "./changes.ts";
import { demand, NotKnown } from "./refusals.ts";
import type { Rules } from "./rules.ts";
import {
  ALL_CAPABILITIES, defaultKey, defaultOf, holds, MANAGE_CAPABILITIES, MANAGE_MEMBERS, MANAGE_ROLES, may, type KeyState,
} from "./state.ts";
import type { StatementOf } from "../statements.ts";

const KNOWN_SUITE = 1;

/** Who reads what is made in the account is decided by those who may, and among them by its owners and those whom it is about. */
function demandAccountDefault(state: KeyState, { authorUser, kind, roles }: StatementOf<"audience.default">): void {
  demand(may(state, authorUser, MANAGE_ROLES), "The author may not manage roles.");
  const inForce = defaultOf(state, state.account, kind) ?? [];
  const concerned = may(state, authorUser, MANAGE_CAPABILITIES) || inForce.some((role) => holds(state, role, authorUser));
  demand(concerned, "The author holds no role of the default in force.");
  demand((roles ?? []).every((role) => state.roles[role]?.personalOf === null), "A default of the account names no personal role.");
}

/** A person decides for what that person makes; what is for one person alone is for nobody else. */
function demandOwnDefault({ roles: known }: KeyState, { authorUser, scope, roles }: StatementOf<"audience.default">): void {
  demand(scope === authorUser, "A default is of the account or of its author.");
  const personal = (roles ?? []).filter((role) => known[role]?.personalOf !== null);
  const alone = roles?.length === 1 && known[roles[0] ?? ""]?.personalOf === authorUser;
  demand(personal.length === 0 || alone, "A personal role stands alone, and is the author's.");
}

export const accountRules: Rules<"capability.set" | "invite.create" | "invite.cancel" | "audience.default" | "account.policy"> = {
  "capability.set": (state, { authorUser, user, capabilities }) => {
    demand(may(state, authorUser, MANAGE_CAPABILITIES), "The author may not manage capabilities.");
    demand(capabilities <= ALL_CAPABILITIES, "There is no such capability.");
    return putUser(state, user, { capabilities });
  },

  "invite.create": (state, statement) => {
    const { authorUser, invite, role, custodianRole, custodianGeneration, expiresAt, boxHash } = statement;
    demand(may(state, authorUser, MANAGE_MEMBERS), "The author may not manage members.");
    demand(holds(state, role, authorUser) && holds(state, custodianRole, authorUser), "The author does not hold both roles.");
    demand(!Object.hasOwn(state.invites, invite), "This invitation was seen before.");
    return putInvite(state, invite, {
      role, custodianRole, custodianGeneration, expiresAt, boxHash, createdBy: authorUser, state: "created",
    });
  },

  "invite.cancel": (state, { authorUser, invite }) => {
    const before = state.invites[invite];
    demand(may(state, authorUser, MANAGE_MEMBERS), "The author may not manage members.");
    return before?.state === "created" ? putInvite(state, invite, { ...before, state: "cancelled" }) : state;
  },

  "audience.default": (state, statement) => {
    const { scope, kind, roles } = statement;
    demand((roles ?? []).every((role) => state.roles[role] !== undefined), "A default names a role without a key.");
    if (scope === state.account) demandAccountDefault(state, statement);
    else demandOwnDefault(state, statement);
    return putDefault(state, defaultKey(scope, kind), roles ?? []);
  },

  "account.policy": (state, statement) => {
    const { authorUser, version, lowestSuite } = statement;
    const { requireVerified, requireAuthenticators, allowCache, allowPersonal, letInByItself } = statement;
    const flags = [requireVerified, requireAuthenticators, allowCache, allowPersonal, letInByItself];
    demand(may(state, authorUser, MANAGE_CAPABILITIES), "The author may not set the policy.");
    demand(flags.every((flag) => flag === 0 || flag === 1), "A flag of the policy is neither 0 nor 1.");
    demand(version > state.policy.version, "The version of the policy does not grow.");
    demand(lowestSuite >= state.policy.lowestSuite, "The lowest suite is never lowered.");
    if (lowestSuite > KNOWN_SUITE) throw new NotKnown("The account asks for a newer suite.");
    return {
      ...state,
      policy: {
        version,
        lowestSuite,
        requireVerified: requireVerified === 1,
        requireAuthenticators: requireAuthenticators === 1,
        allowCache: allowCache === 1,
        allowPersonal: allowPersonal === 1,
        letInByItself: letInByItself === 1,
      },
    };
  },
};
