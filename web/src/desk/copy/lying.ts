/** What lies in the boxes of one kind, as this tab has read or written it, and which of them are worth writing anew. */

/** Of a row that lies there and is not shown, or not any more. */
const OTHER = -1;

interface Where {
  readonly stamp: number;
  readonly counter: number;
}

export interface Plan {
  /** Rows to be put into further boxes. */
  readonly rows: readonly string[];
  /** Boxes that go. */
  readonly drops: readonly number[];
}

export interface Room {
  readonly boxRows: number;
  /** So many boxes more than needed may stand. */
  readonly spare: number;
}

export class Lying {
  /** Every row that a box holds, also where a later one holds it again. */
  private readonly boxes = new Map<number, ReadonlySet<string>>();
  private readonly rows = new Map<string, Where>();

  /** Boxes come in the order in which they were written. */
  add(counter: number, ids: readonly string[], stampOf: (id: string) => number = () => OTHER): void {
    this.boxes.set(counter, new Set(ids));
    for (const id of ids) this.rows.set(id, { stamp: stampOf(id), counter });
  }

  drop(counter: number): void {
    this.boxes.delete(counter);
    for (const [id, where] of this.rows) if (where.counter === counter) this.rows.delete(id);
  }

  /** What lies there is what is shown. */
  isShown(id: string, stamp: number): void {
    const where = this.rows.get(id);
    if (where) this.rows.set(id, { ...where, stamp });
  }

  /** Null where everything lies there as it is now. */
  plan(now: ReadonlyMap<string, number>, { boxRows, spare }: Room): Plan | null {
    const fresh = [...now].flatMap(([id, stamp]) => (this.rows.get(id)?.stamp === stamp ? [] : [id]));
    const ended = [...this.rows.keys()].filter((id) => !now.has(id));
    if (fresh.length + ended.length === 0) return null;
    const coming = new Set(fresh);
    const staysIn = (counter: number, ids: ReadonlySet<string>) => [...ids].filter((id) => now.has(id) && !coming.has(id) && this.rows.get(id)?.counter === counter);
    const areMany = this.boxes.size + fresh.length / boxRows > now.size / boxRows + spare;
    const gone = new Set(ended);
    const drops: number[] = [];
    const moving: string[] = [];
    for (const [counter, ids] of this.boxes) {
      const left = staysIn(counter, ids);
      // What has left is nowhere afterwards, also not in an earlier state.
      const holdsGone = [...ids].some((id) => gone.has(id));
      if (!holdsGone && left.length * 2 >= ids.size && !(areMany && ids.size * 2 < boxRows)) continue;
      drops.push(counter);
      moving.push(...left);
    }
    return { rows: [...fresh, ...moving], drops };
  }
}
