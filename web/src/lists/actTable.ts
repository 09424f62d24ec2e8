/** Carries out what is changed in lists: shown by the desk at once, written in order, merged by member, and taken back with the reason. */
import { failureOf, type ApiFailure } from "../api/failure";
import type { Members, Says } from "../desk/acts";
import type { OpenDesk } from "../desk/host";
import type { Shelf } from "../desk/row";
import { actOrder } from "./actOrder";
import type { Told } from "./acts";
import type { BulkResult } from "./bulk";
import type { Item } from "./item";
import type { Clash, Found, Writes } from "./revise";

/** So often an act goes on top of what others have written meanwhile. */
const TRIES = 3;

export interface Change<One, Contents> {
  kind: Shelf;
  id: string;
  members: Members;
  writing: Writes<One, Contents>;
  /** The newest that is known of it when it is its turn; null where nothing is verified. */
  base: () => Found<One, Contents> | null;
  onClash: (clash: Clash<One, Contents>) => void;
  told: (state: Told) => void;
}

/** What is done with some items as they are, in one call. */
export interface Portion {
  /** Where they stand. */
  shelf: Shelf;
  ids: readonly string[];
  says: Says;
  /** They never come back to this shelf. */
  forGood?: boolean;
  told: (state: Told) => void;
}

export interface ActTable {
  /** Answers why it was taken back; null where it was saved, or met another change. */
  readonly change: <One extends Item, Contents>(change: Change<One, Contents>) => Promise<ApiFailure | null>;
  /** Shows it of all of them at once; those that `work` refuses go back to what they were. */
  readonly portion: <One extends Item>(portion: Portion, work: () => Promise<BulkResult<One>>) => Promise<BulkResult<One>>;
  /** What this page itself has written or met of an item last. */
  readonly known: <One, Contents>(id: string) => Found<One, Contents> | null;
}

/** What two people have written of the same members: acts that were begun before that was known do not go over it. */
interface Met {
  before: number;
  members: ReadonlySet<string>;
  clash: Clash<unknown, unknown>;
}

export function openActs({ shown }: Pick<OpenDesk, "shown">): ActTable {
  const order = actOrder();
  const found = new Map<string, Found<unknown, unknown>>();
  const met = new Map<string, Met>();
  let begun = 0;

  const known = <One, Contents>(id: string) => (found.get(id) ?? null) as Found<One, Contents> | null;

  async function change<One extends Item, Contents>({ kind, id, members, writing, base: newest, onClash, told }: Change<One, Contents>): Promise<ApiFailure | null> {
    begun += 1;
    const number = begun;
    const names = Object.keys(members);
    const settle = shown.act(kind, id, { members });
    told({ phase: "waiting" });

    /** Answers the version that holds it; null where two have written the same. */
    async function write(): Promise<number | null> {
      const before = met.get(id);
      if (before && number <= before.before && names.some((name) => before.members.has(name))) {
        onClash({ ...before.clash, yours: withMembers(writing, before.clash.theirs.contents as Contents, members) } as Clash<One, Contents>);
        return null;
      }
      let base = later(newest(), known<One, Contents>(id));
      if (!base) throw new Error("Only what is verified can be changed.");
      for (let tried = 1; ; tried += 1) {
        told({ phase: "sent" });
        const yours = withMembers(writing, base.contents, members);
        const { name, found: after } = await writing.revise(base, yours);
        found.set(id, after);
        if (name === "saved") return after.item.version;
        if (tried >= TRIES || isTouched(names, writing.membersOf, base.contents, after.contents)) {
          const clash = { base, yours, theirs: after };
          met.set(id, { before: begun, members: new Set(names), clash });
          onClash(clash);
          return null;
        }
        told({ phase: "again" });
        base = after;
      }
    }

    try {
      const version = await order.run([id], write);
      settle(version);
      told({ phase: version === null ? "conflict" : "committed" });
      return null;
    } catch (reason) {
      settle(null);
      const failure = failureOf(reason);
      told({ phase: "refused", code: failure.code, ...(failure.reason !== undefined && { reason: failure.reason }) });
      return failure;
    }
  }

  async function portion<One extends Item>({ shelf, ids, says, forGood = false, told }: Portion, work: () => Promise<BulkResult<One>>): Promise<BulkResult<One>> {
    const settles = ids.map((id) => ({ id, settle: shown.act(shelf, id, says) }));
    const settleAll = (versions?: ReadonlyMap<string, number>) => settles.forEach(({ id, settle }) => settle(versions?.get(id) ?? null));
    told({ phase: "waiting" });
    try {
      const result = await order.run(ids, () => {
        told({ phase: "sent" });
        return work();
      });
      settleAll(new Map(result.done.map(({ id, version }) => [id, forGood ? Infinity : version])));
      const [first] = result.refused;
      const done = result.done.length;
      told(first ? { phase: "refused", done, ...(first.reason !== undefined && { reason: first.reason }) } : { phase: "committed", done });
      return result;
    } catch (reason) {
      settleAll();
      told({ phase: "refused", code: failureOf(reason).code });
      throw reason;
    }
  }

  return { change, portion, known };
}

const tables = new WeakMap<OpenDesk, ActTable>();

/** One for each desk: what is shown ends with it. */
export function actsOf(desk: OpenDesk): ActTable {
  const table = tables.get(desk) ?? openActs(desk);
  tables.set(desk, table);
  return table;
}

const later = <One extends Item, Contents>(one: Found<One, Contents> | null, other: Found<One, Contents> | null): Found<One, Contents> | null =>
  one && other ? (one.item.version >= other.item.version ? one : other) : (one ?? other);

/** Whether others have written anything of what the act is about. */
function isTouched<Contents>(names: readonly string[], membersOf: (contents: Contents) => Members, before: Contents, after: Contents): boolean {
  const [was, is] = [membersOf(before), membersOf(after)];
  return names.some((name) => JSON.stringify(was[name] ?? null) !== JSON.stringify(is[name] ?? null));
}

type Dividing<Contents> = Pick<Writes<unknown, Contents>, "membersOf" | "contentsFrom">;

/** The contents with what an act says of them. */
export function withMembers<Contents>({ membersOf, contentsFrom }: Dividing<Contents>, contents: Contents, members: Members): Contents {
  const all = Object.entries({ ...membersOf(contents), ...members });
  return contentsFrom(Object.fromEntries(all.filter(([, value]) => value !== undefined)));
}

/** What became another in `after`, by member. */
export function changedMembers(before: Members, after: Members): Members {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])).map((name) => [name, after[name]]));
}
