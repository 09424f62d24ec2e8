/** What can be done with items as they are: archive, delete, bring back. Every act is signed on this device. */
import { useMemo } from "react";
import { useStore } from "react-redux";

import { confirmWhoIsThere, UNCONFIRMED, wantsToKnowWhoIsThere } from "../api/stepUp";
import { tell, tellFailure } from "../components/notices";
import type { Says } from "../desk/acts";
import { useDesk } from "../desk/react";
import type { Shelf } from "../desk/row";
import { failureTitle } from "../i18n/fixedTexts";
import { useSay, type Say } from "../i18n/say";
import type { Keyring, NewAudience, RecordKind } from "../keyring/contract";
import { useKeyring } from "../keyring/react";
import { actBegan, actMoved, nextAct, type ActName } from "./acts";
import { actsOf } from "./actTable";
import { inBatches, type BulkAnswer, type BulkHooks, type BulkResult, type BulkWork } from "./bulk";
import type { Item } from "./item";

type Lifecycle = "active" | "archived";
type Attributes = Awaited<ReturnType<Keyring["signAttrs"]>>;
type Deletion = Awaited<ReturnType<Keyring["signDelete"]>>;

/** Where the items of one kind go into the bin and out of it. The same object for as long as the page stands. */
export interface BinDesk<One extends Item> {
  kind: RecordKind;
  /** An item as the server tells it in an error, verified. */
  read: (sent: never) => Promise<One>;
  remove: (deletions: ({ id: string } & Deletion)[]) => Promise<BulkAnswer<One>>;
  restore: (attributes: ({ id: string } & Attributes)[]) => Promise<BulkAnswer<One>>;
  /** Deletes for good; needs no signature. */
  purge: (items: One[]) => Promise<BulkAnswer<One>>;
}

/** Where other roles are given to those of a kind whose items stand alone. */
export interface AudienceDesk<One extends Item> extends Pick<BinDesk<One>, "kind" | "read"> {
  write: (changes: ({ id: string; version: number } & NewAudience)[]) => Promise<BulkAnswer<One>>;
}

/** Where those of a kind that has an archive are written. */
export interface ItemDesk<One extends Item> extends BinDesk<One> {
  move: (moves: ({ id: string; version: number } & Attributes)[]) => Promise<BulkAnswer<One>>;
}

/** How the notice of an act names what was done. */
export interface BinWords {
  deleted: (count: number) => string;
}

export interface ActWords extends BinWords {
  archived: (count: number) => string;
}

type Act<One> = (items: readonly One[], hooks?: BulkHooks) => Promise<BulkResult<One>>;

export interface BinActs<One> {
  remove: Act<One>;
  /** Out of the bin, as it was before. */
  restore: Act<One>;
  /** Out of the bin for ever. */
  purge: Act<One>;
}

export interface ItemActs<One> extends BinActs<One> {
  archive: Act<One>;
  unarchive: Act<One>;
}

/** One notice for all of it, and one way back. */
function told<One>(say: Say, result: BulkResult<One>, title: string, back: () => Promise<BulkResult<One>>): BulkResult<One> {
  const complain = ({ refused: [first] }: BulkResult<One>) => {
    if (first) tellFailure(failureTitle(say, "update"), first.message);
  };
  if (result.done.length > 0) tell({ title, undo: () => void back().then(complain) });
  return result;
}

interface Shown {
  name: ActName;
  says: Says;
  shelf?: Shelf;
  forGood?: boolean;
}

/** Carries an act out on many, portion by portion: each is shown as done while it is under way, and what was refused of it goes back. */
function useActing<One extends Item>({ kind, read }: Pick<BinDesk<One>, "kind" | "read">) {
  const keyring = useKeyring();
  const desk = useDesk();
  const { dispatch } = useStore();

  return useMemo(() => {
    const prove = (items: readonly One[]) => keyring.proveEach(kind, items, { mayBeOlder: true });
    return <Signed>({ name, says, shelf = kind, forGood = false }: Shown, items: readonly One[], work: Pick<BulkWork<One, Signed>, "sign" | "send" | keyof BulkHooks>) =>
      inBatches<One, Signed>(items, {
        ...work,
        read,
        prove,
        around(ids, batch) {
          const id = nextAct();
          dispatch(actBegan({ id, kind, name, many: ids.length }));
          return actsOf(desk).portion({ shelf, ids, says, forGood, told: (state) => dispatch(actMoved({ id, ...state })) }, batch);
        },
      });
  }, [keyring, desk, dispatch, kind, read]);
}

/** `shelf`: where they stand, if that is not the list of their kind. */
export function useBinActs<One extends Item>(desk: BinDesk<One>, words: BinWords, shelf?: Shelf): BinActs<One> {
  const say = useSay();
  const keyring = useKeyring();
  const { keys } = useDesk();
  const act = useActing(desk);

  return useMemo<BinActs<One>>(() => {
    const { kind } = desk;
    const restore: Act<One> = (items, hooks) =>
      act({ name: "restore", ...(shelf ? { shelf, says: "gone" } : { says: "back" }) }, items, {
        ...hooks,
        // After a delete its statement is the last one; the answer to it carries it.
        sign: async (item) => ({ id: item.id, ...(await keyring.signAttrs(kind, item, {})) }),
        send: desk.restore,
      });
    return {
      async remove(items, hooks) {
        const result = await act({ name: "delete", says: "gone" }, items, {
          ...hooks,
          sign: async (item) => ({ id: item.id, ...(await keyring.signDelete(kind, item)) }),
          send: desk.remove,
        });
        // Whoever has deleted it does not wait until the next answer leaves it out.
        if (result.done.length > 0) keys({ end: kind, rows: result.done.map(({ id, revision }) => ({ id, revision })) });
        return told(say, result, words.deleted(result.done.length), () => restore(result.done));
      },
      restore,
      async purge(items, hooks) {
        // Nothing is signed for it; what it destroys is what was shown all the same.
        const proven = async (item: One) => {
          await keyring.prove(kind, [item]);
          return item;
        };
        const purge = (some: readonly One[]) =>
          act({ name: "purge", says: "gone", forGood: true, ...(shelf && { shelf }) }, some, { ...hooks, sign: proven, send: desk.purge });
        const result = await purge(items);
        const unproven = new Set(result.refused.filter(({ reason }) => reason !== undefined && wantsToKnowWhoIsThere({ reason })).map(({ id }) => id));
        if (unproven.size === 0 || !(await confirmWhoIsThere(UNCONFIRMED))) return result;
        const again = await purge(items.filter(({ id }) => unproven.has(id)));
        return { done: [...result.done, ...again.done], refused: [...result.refused.filter(({ id }) => !unproven.has(id)), ...again.refused] };
      },
    };
  }, [say, keyring, keys, desk, words, shelf, act]);
}

export function useItemActs<One extends Item>(desk: ItemDesk<One>, words: ActWords): ItemActs<One> {
  const say = useSay();
  const keyring = useKeyring();
  const bin = useBinActs(desk, words);
  const act = useActing(desk);

  return useMemo<ItemActs<One>>(() => {
    const { kind } = desk;
    const move = (items: readonly One[], state: Lifecycle, hooks?: BulkHooks) =>
      act({ name: state === "archived" ? "archive" : "unarchive", says: { attributes: { state } } }, items, {
        ...hooks,
        sign: async (item) => {
          const attrs = await keyring.signAttrs(kind, item, { state });
          return { id: item.id, version: item.version, ...attrs };
        },
        send: desk.move,
      });
    return {
      ...bin,
      async archive(items, hooks) {
        const result = await move(items, "archived", hooks);
        return told(say, result, words.archived(result.done.length), () => move(result.done, "active"));
      },
      unarchive: (items, hooks) => move(items, "active", hooks),
    };
  }, [say, keyring, desk, words, bin, act]);
}
