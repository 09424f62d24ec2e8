/** Stores the latest draft, one write at a time; a deleted draft is not written again. */
import type { Keyring } from "../keyring/contract";

export interface DraftKeeper<Written> {
  keep: (written: Written) => void;
  /** Done when nothing of it is left. */
  drop: () => Promise<void>;
}

type Drafts = Pick<Keyring, "keepDraft" | "dropDraft">;

const underWay = new Set<Promise<void>>();

/** Resolves when everything is stored that was written until now. */
export async function draftsStored(): Promise<void> {
  await Promise.all(underWay);
}

/** What is to be written under one name: the latest act waits for the one under way. */
interface Line {
  next: (() => Promise<void>) | null;
  working: Promise<void>;
}

/** For as long as something is under way. A form may be put up again before the one in its place is done: both stand in one line. */
const lines = new WeakMap<Drafts, Map<string, Line>>();

export function draftKeeper<Written>(keyring: Drafts, name: string): DraftKeeper<Written> {
  const named = lines.get(keyring) ?? new Map<string, Line>();
  lines.set(keyring, named);

  async function work(line: Line) {
    while (line.next) {
      const act = line.next;
      line.next = null;
      // A browser that keeps nothing still has the form in front of its writer, and the next letter tries again.
      await act().catch(() => undefined);
    }
    named.delete(name);
  }

  function ask(act: () => Promise<void>): Promise<void> {
    const busy = named.get(name);
    if (busy) {
      busy.next = act;
      return busy.working;
    }
    const line: Line = { next: act, working: Promise.resolve() };
    named.set(name, line);
    const begun = (line.working = work(line));
    underWay.add(begun);
    void begun.then(() => underWay.delete(begun));
    return begun;
  }

  return { keep: (written) => void ask(() => keyring.keepDraft(name, written)), drop: () => ask(() => keyring.dropDraft(name)) };
}
