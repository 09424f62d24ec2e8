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
  /** The wraps that it brings, by role and generation; `null` where contents that were rewritten since are not served. */
  readonly wraps: readonly { readonly roleId: Id; readonly generation: number }[] | null;
  /** The audience in force before it; `null` where the object did not exist. */
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
  const { previousAudience } = context;
  if (statement.account !== state.account) return invalid("It is about another account.");
  if (!activeDevice(state, authorUser, authorDevice)) return invalid("The author's device is not active.");
  if (statement.type === "view.seen") {
    return statement.id === authorDevice ? { is: "valid" } : invalid("A device tells its own view only.");
  }
  if (statement.type === "role.grant") return judgeGrant(state, statement);
  if (previousAudience && !holdsOneOf(state, authorUser, previousAudience)) {
    return invalid("The author could not read what was there before.");
  }
  switch (statement.type) {
    case "record.put":
    case "file.put":
      if (!holdsOneOf(state, authorUser, statement.audience)) return invalid("The author is not in the audience.");
      if (context.wraps?.length === 0) return invalid("Nobody could read it.");
      return judgeAudience(state, statement, context.wraps);
    case "content.share":
      if (!previousAudience) return invalid("There is nothing to share.");
      if (!previousAudience.every((role) => statement.audience.includes(role))) return invalid("A share takes nobody's reading away.");
      return judgeAudience(state, statement, context.wraps);
    case "record.attrs":
    case "record.delete":
      return previousAudience ? { is: "valid" } : invalid("There is no such object.");
  }
}

/** Whom the author means to read, and the wraps that were made for them. */
function judgeAudience(
  state: KeyState, { authorUser, audience }: Extract<ContentStatement, { audience: readonly Id[] }>, wraps: ContentContext["wraps"],
): ContentVerdict {
  const roles = audience.map((id) => state.roles[id]);
  if (roles.some((role) => role === undefined)) return invalid("A role of the audience has no key.");
  if (roles.some((role) => role?.personalOf !== null)) {
    if (roles.length > 1 || roles[0]?.personalOf !== authorUser) return invalid("A personal role stands alone, and is the author's.");
    if (!state.policy.allowPersonal) return invalid("This account allows no private items.");
  }
  const asked = wraps ?? [];
  if (!asked.every(({ roleId }) => audience.includes(roleId))) return invalid("A wrap is for a role outside of the audience.");
  return judgeWraps(state, asked);
}

/** Every wrap names the generation in force, and no roll is due for its role. */
function judgeWraps(state: KeyState, wraps: NonNullable<ContentContext["wraps"]>): ContentVerdict {
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
  if (!target) return invalid("The grant names no role and device of this account.");
  if (statement.seq !== generation) return invalid("The grant does not stand at its generation.");
  if (!holds(state, target.role, authorUser)) return invalid("The author does not hold this role.");
  if (!activeDevice(state, user, target.device)) return invalid("The receiving device is not active.");
  if (!holds(state, target.role, user)) return invalid("The receiver is not assigned to this role.");
  return judgeWraps(state, [{ roleId: target.role, generation }]);
}
