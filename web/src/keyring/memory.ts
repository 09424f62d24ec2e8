/** What was asked a moment ago: one question for all who want to know at the same time, and its answer for a while. */

/** Without a word of the server an answer is taken for so long. What changes is heard of at once. */
export const FRESH_MS = 30_000;

interface Kept {
  readonly answer: Promise<unknown>;
  readonly at: number;
}

export interface Memory {
  readonly remember: <T>(name: string, ask: () => Promise<T>) => Promise<T>;
  /** Lets go of one answer, or of all: also of those that are still on their way. */
  readonly forget: (name?: string) => void;
}

export function startMemory(now: () => number = Date.now): Memory {
  const kept = new Map<string, Kept>();

  function remember<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = kept.get(name);
    if (known && now() - known.at < FRESH_MS) return known.answer as Promise<T>;
    const answer = ask();
    const mine = { answer, at: now() };
    kept.set(name, mine);
    // A failure is no answer.
    answer.catch(() => { if (kept.get(name) === mine) kept.delete(name); });
    return answer;
  }

  return {
    remember,
    forget: (name) => { if (name === undefined) kept.clear(); else kept.delete(name); },
  };
}
