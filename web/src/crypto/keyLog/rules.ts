/**
 * When a key statement is valid and what it then changes: the table of the format, rule by rule.
 *
 * Each rule is a function of the state before, the statement and the facts that were checked about it. It reads no
 * clock and nothing of the server, so every replay of the same log gives the same state.
 */
import type { Id } from "../ids.ts";
import type { KeyStatement, KeyStatementType, StatementOf } from "../statements.ts";
import { deviceRules } from "./deviceRules.ts";
import { accountRules } from "./accountRules.ts";
import { roleRules } from "./roleRules.ts";
import type { KeyState } from "./state.ts";

/** What was computed about a statement before its rule is asked. */
export interface Facts {
  readonly hash: string;
  /** The device id in a `device.add` is the one that follows from its keys, and all keys are points of the curve. */
  readonly keysFit: boolean;
  /** As many signatures as the type has; the second one, over a card or as roll proof, verifies. */
  readonly signatures: boolean;
  /** The id that the author's personal role has. */
  readonly personalRole: Id;
}

export type Rule<T extends KeyStatementType> = (state: KeyState, statement: StatementOf<T>, facts: Facts) => KeyState;
export type Rules<T extends KeyStatementType> = { readonly [K in T]: Rule<K> };

const RULES: Rules<KeyStatementType> = { ...deviceRules, ...roleRules, ...accountRules };

/** The state after a statement, or one of the refusals of `refusals.ts`. */
export function obey(state: KeyState, statement: KeyStatement, facts: Facts): KeyState {
  const rule = RULES[statement.type] as Rule<KeyStatementType>;
  return rule(state, statement, facts);
}
