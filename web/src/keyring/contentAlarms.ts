/** The lasting list as the page knows it: looked at anew whenever a check has failed, or an object is served again. */
import { alarmWord } from "../crypto/errors.ts";
import type { RefusedAnswer } from "./answered.ts";
import type { Context } from "./context.ts";
import type { WronglyShown } from "./contract.ts";
import { writeDownKnown } from "./known.ts";
import { onceMore } from "./onceMore.ts";

/** What is in doubt counts after ten seconds. */
const LOOK_AGAIN_MS = 11_000;
const TOGETHER_MS = 250;
const MOST_UNNOTED = 100;

export interface AlarmsHost {
  readonly use: <T>(work: (context: Context) => Promise<T>) => Promise<T>;
  /** Tells whoever shows the list. */
  readonly changed: () => void;
  /** More than single objects explain. */
  readonly burst: (entries: readonly WronglyShown[]) => void;
}

export function startContentAlarms({ use, changed, burst }: AlarmsHost) {
  let shown: readonly WronglyShown[] = [];
  let later: ReturnType<typeof setTimeout> | undefined;
  let isOpen = false;
  let ended = false;
  /** Answers that were refused whole before anything could be written down. */
  let unnoted: RefusedAnswer[] = [];

  async function look(): Promise<void> {
    await use(async (context) => {
      for (const answer of unnoted.splice(0)) await context.worker.noteRefused(answer);
      const report = await context.worker.alarmReport();
      await writeDownKnown(context);
      if (JSON.stringify(report.entries) !== JSON.stringify(shown)) {
        shown = report.entries;
        changed();
      }
      if (report.burst) burst(report.entries);
      if (report.waits) lookIn(LOOK_AGAIN_MS);
    });
  }

  function lookIn(milliseconds: number): void {
    clearTimeout(later);
    if (!ended) later = setTimeout(() => void lookNow(), milliseconds);
  }

  /** Whoever asks during a look waits for the one after it. */
  const lookNow = onceMore(() => look().catch(() => undefined));

  /** Many checks of one answer fail together. */
  function heard(error: unknown): void {
    if (alarmWord(error)) lookIn(TOGETHER_MS);
  }

  /** Something was served as it should be: what is open may be over. */
  function served(): void {
    if (shown.some(({ open }) => open)) lookIn(TOGETHER_MS);
  }

  /** What the list is sealed with is open from now on. */
  function opened(): void {
    isOpen = true;
    void lookNow();
  }

  function locked(): void {
    isOpen = false;
    clearTimeout(later);
    if (shown.length === 0) return;
    shown = [];
    changed();
  }

  /** An answer that was refused as a whole, before the worker saw it. */
  function refused(answer: RefusedAnswer): void {
    unnoted = [...unnoted, answer].slice(-MOST_UNNOTED);
    if (isOpen) lookIn(TOGETHER_MS);
  }

  return { shown: () => shown, look: lookNow, heard, served, opened, locked, refused, end: () => { ended = true; clearTimeout(later); } };
}
