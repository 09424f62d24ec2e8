/** What can be done with items as they are: archive, delete, bring back. Every act is signed on this device. */
import { useMemo } from "react";

import { confirmWhoIsThere, UNCONFIRMED, wantsToKnowWhoIsThere } from "../api/stepUp";
import { tell, tellFailure } from "../components/notices";
import { failureTitle } from "../i18n/fixedTexts";
import { useSay, type Say } from "../i18n/say";
import type { Keyring, NewAudience, RecordKind } from "../keyring/contract";
import { useKeyring } from "../keyring/react";
import { inBatches, type BulkAnswer, type BulkHooks, type BulkResult } from "./bulk";
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

const provesFor =
  <One extends Item>(keyring: Keyring, kind: RecordKind) =>
  (items: readonly One[]) =>
    keyring.proveEach(kind, items, { mayBeOlder: true });

export function useBinActs<One extends Item>(desk: BinDesk<One>, words: BinWords): BinActs<One> {
  const say = useSay();
  const keyring = useKeyring();

  return useMemo<BinActs<One>>(() => {
    const { kind, read } = desk;
    const prove = provesFor<One>(keyring, kind);
    const restore: Act<One> = (items, hooks) =>
      inBatches(items, {
        ...hooks,
        read,
        prove,
        // After a delete its statement is the last one; the answer to it carries it.
        sign: async (item) => ({ id: item.id, ...(await keyring.signAttrs(kind, item, {})) }),
        send: desk.restore,
      });
    return {
      async remove(items, hooks) {
        const result = await inBatches(items, {
          ...hooks,
          read,
          prove,
          sign: async (item) => ({ id: item.id, ...(await keyring.signDelete(kind, item)) }),
          send: desk.remove,
        });
        return told(say, result, words.deleted(result.done.length), () => restore(result.done));
      },
      restore,
      async purge(items, hooks) {
        // Nothing is signed for it; what it destroys is what was shown all the same.
        const proven = async (item: One) => {
          await keyring.prove(kind, [item]);
          return item;
        };
        const purge = (some: readonly One[]) => inBatches(some, { ...hooks, read, prove, sign: proven, send: desk.purge });
        const result = await purge(items);
        const unproven = new Set(result.refused.filter(({ reason }) => reason !== undefined && wantsToKnowWhoIsThere({ reason })).map(({ id }) => id));
        if (unproven.size === 0 || !(await confirmWhoIsThere(UNCONFIRMED))) return result;
        const again = await purge(items.filter(({ id }) => unproven.has(id)));
        return { done: [...result.done, ...again.done], refused: [...result.refused.filter(({ id }) => !unproven.has(id)), ...again.refused] };
      },
    };
  }, [say, keyring, desk, words]);
}

export function useItemActs<One extends Item>(desk: ItemDesk<One>, words: ActWords): ItemActs<One> {
  const say = useSay();
  const keyring = useKeyring();
  const bin = useBinActs(desk, words);

  return useMemo<ItemActs<One>>(() => {
    const { kind, read } = desk;
    const prove = provesFor<One>(keyring, kind);
    const move = (items: readonly One[], state: Lifecycle, hooks?: BulkHooks) =>
      inBatches(items, {
        ...hooks,
        read,
        prove,
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
  }, [say, keyring, desk, words, bin]);
}
