/**
 * Whether a statement about an object counts, in the key state at its place in the log.
 *
 * A write under an older generation, or while a roll was due, is shown with an alarm: an honest server would have
 * refused it, so it proves that the news of a removal was kept from its author.
 */
import type { Id } from "../ids.ts";
import { grantTarget, type ContentStatement } from "../statements.ts";
import { activeDevice, generationOf, holds, type KeyState } from "./state.ts";

/** What stands beside a content statement. */
export interface ContentContext {
  /** The wraps that it brings, by role and generation. */
  readonly wraps: readonly { readonly roleId: Id; readonly generation: number }[];
  /** The audience before it; `null` where the object did not exist. */
  readonly previousAudience: readonly Id[] | null;
}

export type ContentVerdict =
  | { readonly is: "valid" }
  | { readonly is: "invalid"; readonly reason: string }
  /** Valid but for its ignorance of a removal; whoever was removed can read it. */
  | { readonly is: "behind"; readonly roles: readonly Id[] };

function invalid(reason: string): ContentVerdict {
  return { is: "invalid", reason };
}

function holdsOneOf(state: KeyState, user: Id, roles: readonly Id[]): boolean {
  return roles.some((role) => holds(state, role, user));
}

export function judgeContent(state: KeyState, statement: ContentStatement, context: ContentContext): ContentVerdict {
  const { authorUser, authorDevice } = statement;
  if (statement.account !== state.account) return invalid("It is about another account.");
  if (!activeDevice(state, authorUser, authorDevice)) return invalid("The author's device is not active.");
  switch (statement.type) {
    case "view.seen":
      return statement.kind === "view" && statement.id === authorDevice ? { is: "valid" } : invalid("A device tells its own view only.");
    case "role.grant":
      return judgeGrant(state, statement);
    case "record.put":
    case "file.put":
      return judgePut(state, authorUser, context);
    case "content.share":
      if (!holdsOneOf(state, authorUser, context.previousAudience ?? [])) return invalid("The author does not read this object.");
      return judgeWraps(state, context.wraps);
    case "record.attrs":
    case "record.delete":
      return holdsOneOf(state, authorUser, context.previousAudience ?? []) ? { is: "valid" } : invalid("The author does not read this object.");
  }
}

function judgePut(state: KeyState, author: Id, { wraps, previousAudience }: ContentContext): ContentVerdict {
  const audience = wraps.map((wrap) => wrap.roleId);
  if (!holdsOneOf(state, author, audience)) return invalid("The author is not in the audience.");
  if (previousAudience && !holdsOneOf(state, author, previousAudience)) return invalid("The author did not read what it replaces.");
  const onlyPersonal = audience.every((role) => state.roles[role]?.personalOf !== null);
  if (onlyPersonal && !state.policy.allowPersonal) return invalid("This account allows no private items.");
  return judgeWraps(state, wraps);
}

/** Every wrap names the generation in force, and no roll is due for its role. */
function judgeWraps(state: KeyState, wraps: ContentContext["wraps"]): ContentVerdict {
  const behind: Id[] = [];
  for (const { roleId, generation } of wraps) {
    const role = state.roles[roleId];
    if (!role || generation < 1 || generation > generationOf(role)) return invalid("A wrap names a key that does not exist.");
    if (generation < generationOf(role) || role.rollDue) behind.push(roleId);
  }
  return behind.length === 0 ? { is: "valid" } : { is: "behind", roles: behind };
}

function judgeGrant(state: KeyState, statement: Extract<ContentStatement, { type: "role.grant" }>): ContentVerdict {
  const { authorUser, user, generation } = statement;
  const target = grantTarget(statement.id);
  if (statement.kind !== "role-wrap" || !target) return invalid("The grant names no role and device of this account.");
  if (statement.seq !== generation) return invalid("The grant does not stand at its generation.");
  if (!holds(state, target.role, authorUser)) return invalid("The author does not hold this role.");
  if (!activeDevice(state, user, target.device)) return invalid("The receiving device is not active.");
  if (!holds(state, target.role, user)) return invalid("The receiver is not assigned to this role.");
  return judgeWraps(state, [{ roleId: target.role, generation }]);
}

/** Before its place is proven, only authors who are active and in the audience now are taken at their word. */
export function isPlausible(state: KeyState, statement: ContentStatement, context: ContentContext): boolean {
  return judgeContent(state, statement, context).is !== "invalid";
}
