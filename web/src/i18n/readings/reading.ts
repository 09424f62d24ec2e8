/** The result of parsing typed text: a value, nothing, or invalid; then `why` says what is wrong and what the field takes. */
export type Reading<Value> = { is: "value"; value: Value } | { is: "nothing" } | { is: "wrong"; why: string };

export const NOTHING: Reading<never> = { is: "nothing" };

export const wrong = (why: string): Reading<never> => ({ is: "wrong", why });

/** A parser that answers null for what it does not take becomes a reading; blanks are nothing. */
export function reading<Value>(text: string, parse: (text: string) => Value | null, why: () => string): Reading<Value> {
  const typed = text.trim();
  if (typed === "") return NOTHING;
  const value = parse(typed);
  return value === null ? wrong(why()) : { is: "value", value };
}

/** For fields that keep the text itself: only what is wrong with it is of interest. */
export const faultOf = (read: Reading<unknown>): string | undefined => (read.is === "wrong" ? read.why : undefined);
