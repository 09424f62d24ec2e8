/** In which order acts are carried out: those of one item one after another, those of different items four at a time. */

const AT_ONCE = 4;

export interface ActOrder {
  /** Begins `work` when all earlier acts of these items are over, whatever became of them, and a place is free. */
  readonly run: <Outcome>(ids: readonly string[], work: () => Promise<Outcome>) => Promise<Outcome>;
}

export function actOrder(): ActOrder {
  const last = new Map<string, Promise<unknown>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inPlace<Outcome>(work: () => Promise<Outcome>): Promise<Outcome> {
    // Whoever ends hands its place on.
    if (running >= AT_ONCE) await new Promise<void>((free) => waiting.push(free));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }

  function run<Outcome>(ids: readonly string[], work: () => Promise<Outcome>): Promise<Outcome> {
    const turn = Promise.all(ids.flatMap((id) => last.get(id) ?? [])).then(() => inPlace(work));
    const over = turn.then(() => undefined, () => undefined);
    for (const id of ids) last.set(id, over);
    void over.then(() => {
      for (const id of ids) if (last.get(id) === over) last.delete(id);
    });
    return turn;
  }

  return { run };
}
