/** What can be done with items as they are: archive, delete, bring back. Every act is signed on this device. */
import { useMemo } from "react";

import { confirmWhoIsThere, UNCONFIRMED, wantsToKnowWhoIsThere } from "../api/stepUp";
import { tell, tellFailure } from "../components/notices";
import { failureTitle } from "../i18n/fixedTexts";
import { useSay } from "../i18n/say";
import type { Keyring, RecordKind } from "../keyring/contract";
import { useKeyring } from "../keyring/react";
import { inBatches, type BulkAnswer, type BulkHooks, type BulkResult } from "./bulk";
import type { Item } from "./item";

type Lifecycle = "active" | "archived";
type Attributes = Awaited<ReturnType<Keyring["signAttrs"]>>;
type Deletion = Awaited<ReturnType<Keyring["signDelete"]>>;

/** Where the items of one kind are written. The same object for as long as the page stands. */
export interface ItemDesk<One extends Item> {
  kind: RecordKind;
  /** The clear attributes of an item, all of them: a signature covers the whole list. */
  attributesOf: (item: One) => Record<string, unknown>;
  /** An item as the server tells it in an error. */
  whole: (sent: never) => One;
  move: (moves: ({ id: string; version: number; state: Lifecycle } & Attributes)[]) => Promise<BulkAnswer<One>>;
  remove: (deletions: ({ id: string } & Deletion)[]) => Promise<BulkAnswer<One>>;
  restore: (attributes: ({ id: string } & Attributes)[]) => Promise<BulkAnswer<One>>;
  /** Out of the bin for ever; nobody signs it. */
  purge: (items: One[]) => Promise<BulkAnswer<One>>;
}

/** How the notice of an act names what was done. */
export interface ActWords {
  archived: (count: number) => string;
  deleted: (count: number) => string;
}

export interface ItemActs<One> {
  archive: (items: readonly One[], hooks?: BulkHooks) => Promise<BulkResult<One>>;
  unarchive: (items: readonly One[], hooks?: BulkHooks) => Promise<BulkResult<One>>;
  remove: (items: readonly One[], hooks?: BulkHooks) => Promise<BulkResult<One>>;
  /** Out of the bin, as it was before. */
  restore: (items: readonly One[], hooks?: BulkHooks) => Promise<BulkResult<One>>;
  /** Out of the bin for ever. */
  purge: (items: readonly One[], hooks?: BulkHooks) => Promise<BulkResult<One>>;
}

export function useItemActs<One extends Item>(desk: ItemDesk<One>, words: ActWords): ItemActs<One> {
  const say = useSay();
  const keyring = useKeyring();

  return useMemo<ItemActs<One>>(() => {
    const { kind, attributesOf, whole } = desk;
    const move = (items: readonly One[], state: Lifecycle, hooks?: BulkHooks) =>
      inBatches(items, {
        ...hooks,
        whole,
        sign: async (item) => {
          const attrs = await keyring.signAttrs(kind, item, { ...attributesOf(item), state });
          return { id: item.id, version: item.version, state, ...attrs };
        },
        send: desk.move,
      });
    const restore = (items: readonly One[], hooks?: BulkHooks) =>
      inBatches(items, {
        ...hooks,
        whole,
        // After a delete its statement is the last one; the answer to it carries it.
        sign: async (item) => ({ id: item.id, ...(await keyring.signAttrs(kind, item, attributesOf(item))) }),
        send: desk.restore,
      });
    const complain = ({ refused: [first] }: BulkResult<One>) => {
      if (first) tellFailure(failureTitle(say, "update"), first.message);
    };
    /** One notice for all of it, and one way back. */
    function told(result: BulkResult<One>, title: string, back: () => Promise<BulkResult<One>>): BulkResult<One> {
      if (result.done.length > 0) tell({ title, undo: () => void back().then(complain) });
      return result;
    }

    return {
      async archive(items, hooks) {
        const result = await move(items, "archived", hooks);
        return told(result, words.archived(result.done.length), () => move(result.done, "active"));
      },
      unarchive: (items, hooks) => move(items, "active", hooks),
      async remove(items, hooks) {
        const result = await inBatches(items, {
          ...hooks,
          whole,
          sign: async (item) => ({ id: item.id, ...(await keyring.signDelete(kind, item)) }),
          send: desk.remove,
        });
        return told(result, words.deleted(result.done.length), () => restore(result.done));
      },
      restore,
      async purge(items, hooks) {
        const purge = (some: readonly One[]) => inBatches(some, { ...hooks, whole, sign: (item) => Promise.resolve(item), send: desk.purge });
        const result = await purge(items);
        const unproven = new Set(result.refused.filter(({ reason }) => reason !== undefined && wantsToKnowWhoIsThere({ reason })).map(({ id }) => id));
        if (unproven.size === 0 || !(await confirmWhoIsThere(UNCONFIRMED))) return result;
        const again = await purge(items.filter(({ id }) => unproven.has(id)));
        return { done: [...result.done, ...again.done], refused: [...result.refused.filter(({ id }) => !unproven.has(id)), ...again.refused] };
      },
    };
  }, [say, keyring, desk, words]);
}
