/**
 * Work of which one is under way at a time, and that is done once more for whoever asks meanwhile.
 *
 * What has begun may miss what was changed since: joining it would answer with what was true before.
 */
export function onceMore(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  return function again(): Promise<void> {
    if (!running) {
      running = work().finally(() => { running = null; });
      return running;
    }
    next ??= running.catch(() => undefined).then(() => {
      next = null;
      return again();
    });
    return next;
  };
}
