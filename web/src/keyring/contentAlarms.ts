/** The lasting list as the page knows it: looked at anew whenever a check has failed, or an object is served again. */
import { alarmWord, type AlarmWord } from "../crypto/errors.ts";
import type { Context } from "./context.ts";
import type { WronglyShown } from "./contract.ts";
import { writeDownKnown } from "./known.ts";

/** What is in doubt counts after ten seconds. */
const LOOK_AGAIN_MS = 11_000;
const TOGETHER_MS = 250;

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
  let looking: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  let ended = false;

  async function look(): Promise<void> {
    await use(async (context) => {
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

  /** A look that has begun may miss what was changed meanwhile: whoever asks during one waits for the one after it. */
  function lookNow(): Promise<void> {
    if (!looking) {
      looking = look().catch(() => undefined).finally(() => { looking = null; });
      return looking;
    }
    next ??= looking.then(() => {
      next = null;
      return lookNow();
    });
    return next;
  }

  /** Many checks of one answer fail together. */
  function heard(error: unknown): void {
    if (alarmWord(error)) lookIn(TOGETHER_MS);
  }

  /** Something was served as it should be: what is open may be over. */
  function served(): void {
    if (shown.some(({ open }) => open)) lookIn(TOGETHER_MS);
  }

  function locked(): void {
    clearTimeout(later);
    if (shown.length === 0) return;
    shown = [];
    changed();
  }

  /** An answer that was refused as a whole, before the worker saw it. */
  async function refused(kind: string, word: AlarmWord, reason: string): Promise<void> {
    await use(({ worker }) => worker.noteRefused({ kind, word, reason }));
    await lookNow();
  }

  return { shown: () => shown, look: lookNow, heard, served, locked, refused, end: () => { ended = true; clearTimeout(later); } };
}
