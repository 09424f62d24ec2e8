/**
 * Leaving never depends on what is left: each step is taken at once, none waits for another, and none keeps anybody
 * longer than two seconds.
 *
 * What fails or hangs goes on by itself; whoever locks or signs out is out all the same.
 */
export const STEP_MS = 2000;

type Step = () => unknown;

/** Takes one step; ends when it has ended, failed, or taken too long. */
export async function step(take: Step, most = STEP_MS): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => { timer = setTimeout(resolve, most); });
  try {
    await Promise.race([take(), tooLong]);
  } catch {
    // Its failure is no reason to stay.
  } finally {
    clearTimeout(timer);
  }
}

/** All of them side by side. */
export async function steps(...taken: readonly Step[]): Promise<void> {
  await Promise.all(taken.map((take) => step(take)));
}
