/** Rules about capabilities, invitations and the account's policy. */
import { putInvite, putUser } from "./changes.ts";
import { demand, NotKnown } from "./refusals.ts";
import type { Rules } from "./rules.ts";
import { ALL_CAPABILITIES, holds, MANAGE_CAPABILITIES, MANAGE_MEMBERS, may } from "./state.ts";

const KNOWN_SUITE = 1;

export const accountRules: Rules<"capability.set" | "invite.create" | "invite.cancel" | "account.policy"> = {
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

  "account.policy": (state, statement) => {
    const { authorUser, version, lowestSuite } = statement;
    const flags = [statement.requireVerified, statement.requireAuthenticators, statement.allowCache, statement.allowPersonal];
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
        requireVerified: statement.requireVerified === 1,
        requireAuthenticators: statement.requireAuthenticators === 1,
        allowCache: statement.allowCache === 1,
        allowPersonal: statement.allowPersonal === 1,
      },
    };
  },
};
