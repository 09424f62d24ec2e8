/**
 * Replaying the key log: the only source of memberships, devices and role keys.
 *
 * A statement without form, signature or authority keeps its place and has no effect, so one that should never have
 * been accepted can not lock an account for ever. What this version does not know, and a chain that does not hold,
 * stop the replay.
 */
import type { Signed } from "../statements.ts";
import { checkEntry, type CheckedEntry } from "./check.ts";
import { NotKnown, NotValid } from "./refusals.ts";
import { obey } from "./rules.ts";
import { activeDevice, hasOwner, type KeyState } from "./state.ts";

export type Verdict =
  | { readonly is: "valid" }
  | { readonly is: "invalid" | "unknown" | "broken"; readonly reason: string };

/** One entry of the log with what became of it. */
export interface Replayed {
  readonly seq: number;
  readonly entry: CheckedEntry;
  readonly verdict: Verdict;
  /** The state with this entry in it. */
  readonly after: KeyState;
}

const VALID: Verdict = { is: "valid" };

/** Applies a checked entry. Total: every entry gives a state, and an invalid one changes the chain's head only. */
export function applyEntry(state: KeyState, entry: CheckedEntry): { readonly after: KeyState; readonly verdict: Verdict } {
  if (state.stopped) return { after: state, verdict: { is: state.stopped, reason: "The log stopped before this statement." } };
  if (entry.is === "broken") {
    return { after: { ...state, stopped: "broken" }, verdict: { is: "broken", reason: "The statement does not follow the one before it." } };
  }
  const placed: KeyState = {
    ...state,
    nextSeq: state.nextSeq + 1,
    head: entry.hash,
    fingerprint: state.nextSeq === 0 ? entry.hash : state.fingerprint,
  };
  try {
    return { after: effectOf(placed, entry), verdict: VALID };
  } catch (error) {
    if (error instanceof NotValid) return { after: placed, verdict: { is: "invalid", reason: error.message } };
    if (error instanceof NotKnown) {
      return { after: { ...placed, stopped: "unknown" }, verdict: { is: "unknown", reason: error.message } };
    }
    throw error;
  }
}

function effectOf(placed: KeyState, entry: Exclude<CheckedEntry, { is: "broken" }>): KeyState {
  if (entry.is === "unknown") throw new NotKnown(`The statement type "${entry.type}" is not known to this version.`);
  if (entry.is === "malformed") throw new NotValid("This is not a statement of this account.");
  const { statement, signed, facts } = entry;
  if (!signed) throw new NotValid("The signature is not the author's.");
  if (!facts.signatures) throw new NotValid("The second signature is missing, wrong or too much.");
  const addsItself = statement.type === "device.add" && (statement.how === "genesis" || statement.how === "first");
  if (!addsItself && !activeDevice(placed, statement.authorUser, statement.authorDevice)) {
    throw new NotValid("The author's device is not active.");
  }
  const after = obey(placed, statement, facts);
  if (!hasOwner(after)) throw new NotValid("Nobody would be left to manage the account.");
  return after;
}

/** Replays entries on top of a state, one after another: whose key verifies an entry is decided by those before it. */
export async function replay(state: KeyState, entries: readonly Signed[]): Promise<Replayed[]> {
  const replayed: Replayed[] = [];
  let before = state;
  for (const signed of entries) {
    const entry = await checkEntry(before, signed);
    const { after, verdict } = applyEntry(before, entry);
    replayed.push({ seq: before.nextSeq, entry, verdict, after });
    before = after;
  }
  return replayed;
}
