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

export function draftKeeper<Written>(keyring: Drafts, name: string): DraftKeeper<Written> {
  let next: (() => Promise<void>) | null = null;
  let working: Promise<void> | null = null;

  async function work() {
    while (next) {
      const act = next;
      next = null;
      // A browser that keeps nothing still has the form in front of its writer, and the next letter tries again.
      await act().catch(() => undefined);
    }
    working = null;
  }

  function ask(act: () => Promise<void>): Promise<void> {
    next = act;
    if (!working) {
      const begun = (working = work());
      underWay.add(begun);
      void begun.then(() => underWay.delete(begun));
    }
    return working;
  }

  return { keep: (written) => void ask(() => keyring.keepDraft(name, written)), drop: () => ask(() => keyring.dropDraft(name)) };
}
