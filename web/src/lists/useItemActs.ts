/** What can be done with items as they are: archive, delete, bring back. Every act is signed on this device. */
import { useEffect, useMemo } from "react";
import { useStore } from "react-redux";

import { useDesk } from "../desk/react";
import type { Shelf } from "../desk/row";
import { useSay } from "../i18n/say";
import type { Keyring, NewAudience, RecordKind } from "../keyring/contract";
import { useKeyring } from "../keyring/react";
import type { BulkHooks, BulkResult } from "./bulk";
import type { Item } from "./item";
import type { Acting } from "./itemActs";
import type { BulkAnswer } from "./itemErrors";

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

export type Act<One> = (items: readonly One[], hooks?: BulkHooks) => Promise<BulkResult<One>>;

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

/** Nobody acts on what they have not seen yet: it comes behind the list. */
const load = () => import("./itemActs");

function useActing(): Acting {
  const say = useSay();
  const keyring = useKeyring();
  const desk = useDesk();
  const { dispatch } = useStore();
  useEffect(() => void load().catch(() => undefined), []);
  return useMemo(() => ({ say, keyring, desk, dispatch }), [say, keyring, desk, dispatch]);
}

/** `shelf`: where they stand, if that is not the list of their kind. */
export function useBinActs<One extends Item>(desk: BinDesk<One>, words: BinWords, shelf?: Shelf): BinActs<One> {
  const acting = useActing();
  return useMemo<BinActs<One>>(() => {
    const acts = async () => (await load()).binActs(acting, desk, words, shelf);
    return {
      remove: async (items, hooks) => (await acts()).remove(items, hooks),
      restore: async (items, hooks) => (await acts()).restore(items, hooks),
      purge: async (items, hooks) => (await acts()).purge(items, hooks),
    };
  }, [acting, desk, words, shelf]);
}

export function useItemActs<One extends Item>(desk: ItemDesk<One>, words: ActWords): ItemActs<One> {
  const acting = useActing();
  const bin = useBinActs(desk, words);
  return useMemo<ItemActs<One>>(() => {
    const acts = async () => (await load()).archiveActs(acting, desk, words);
    return {
      ...bin,
      archive: async (items, hooks) => (await acts()).archive(items, hooks),
      unarchive: async (items, hooks) => (await acts()).unarchive(items, hooks),
    };
  }, [acting, desk, words, bin]);
}
