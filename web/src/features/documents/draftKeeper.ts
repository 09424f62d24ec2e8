/** Keeps what somebody types, the latest of it, one write at a time; a draft that was dropped stays gone. */
import type { Keyring } from "../../keyring/contract";

export interface DraftKeeper<Written> {
  keep: (written: Written) => void;
  drop: () => void;
}

type Drafts = Pick<Keyring, "keepDraft" | "dropDraft">;

export function draftKeeper<Written>(keyring: Drafts, name: string): DraftKeeper<Written> {
  let next: (() => Promise<void>) | null = null;
  let busy = false;

  async function work() {
    busy = true;
    while (next) {
      const act = next;
      next = null;
      // A browser that keeps nothing still has the form in front of its writer, and the next letter tries again.
      await act().catch(() => undefined);
    }
    busy = false;
  }

  function ask(act: () => Promise<void>) {
    next = act;
    if (!busy) void work();
  }

  return { keep: (written) => ask(() => keyring.keepDraft(name, written)), drop: () => ask(() => keyring.dropDraft(name)) };
}
