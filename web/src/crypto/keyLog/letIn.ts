/**
 * What a device does by itself with a newcomer: the one automatic act that gives somebody something to read.
 *
 * Everything asked here comes from signed statements, from the invitation's box and from the device's own replay. The
 * server's records are no input: they say where to look, and never what to do.
 */
import type { Id } from "../ids.ts";

export interface NewcomerFacts {
  /** The policy in force lets proven newcomers in without a question. */
  readonly letInByItself: boolean;
  /** The invitation that the newcomer names is open for a vouch by this person. */
  readonly inviteIsOpen: boolean;
  /** The role of the `invite.create`. */
  readonly invited: Id;
  /** What the members of that role are meant to have, by its statement. */
  readonly capabilities: number;
  /** The MAC over the card of the `device.add` in the own replay. */
  readonly mac: "right" | "wrong" | "none";
  /** The e-mail of the box is the one that is shown. */
  readonly emailIsInvited: boolean;
  /** E-mail and name that are shown fit the person commitment of that card. */
  readonly personFits: boolean;
  readonly mayManageMembers: boolean;
  readonly holdsRole: boolean;
  readonly holdsCustodianRole: boolean;
}

export type LetIn =
  /** Exactly the role of the invitation, no capability, no further role. */
  | { readonly does: "let in"; readonly method: "pairing"; readonly assign: readonly [Id] }
  | { readonly does: "ask" }
  /** Another device or another person has to. */
  | { readonly does: "nothing" };

export function letInByItself(facts: NewcomerFacts): LetIn {
  if (!facts.mayManageMembers || !facts.holdsRole || !facts.holdsCustodianRole) return { does: "nothing" };
  const permitted = facts.letInByItself && facts.inviteIsOpen && facts.capabilities === 0;
  const proven = facts.mac === "right" && facts.emailIsInvited && facts.personFits;
  return permitted && proven ? { does: "let in", method: "pairing", assign: [facts.invited] } : { does: "ask" };
}
