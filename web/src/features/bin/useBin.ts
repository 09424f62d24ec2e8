/** The bin as one list, and the two ways out of it. Each kind is signed and sent as it is elsewhere. */
import { useCallback, useMemo } from "react";

import type { ListedKind } from "../../app/kinds";
import type { ApiFailure } from "../../api/failure";
import { held } from "../../api/held";
import { titleSaid } from "../../lists/finding/kinds";
import type { BulkHooks, BulkResult } from "../../lists/bulk";
import type { Item } from "../../lists/item";
import type { Binned } from "../../lists/kinds/binned";
import { useSame } from "../../lists/kinds/ofEach";
import { useAll } from "../../lists/list/useAll";
import type { OpenedItem } from "../../lists/opening";
import { usePassingFeed } from "../../lists/useFeed";
import { useBinActs, type BinActs } from "../../lists/useItemActs";
import { useMay } from "../../session/useSession";

/** `domain.md` section 12. */
const DAYS_IN_BIN = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The same ones in the same order for as long as the page is open. */
export type BinnedKinds = readonly (Binned & { readonly kind: ListedKind })[];

export interface BinRow extends OpenedItem<Item, unknown> {
  kind: ListedKind;
  title: string | null;
  /** When its keys are destroyed by themselves. */
  keptUntil: Date | null;
}

export interface BinItem extends Item {
  kind: ListedKind;
}

export type Leave = (items: readonly BinItem[], hooks: BulkHooks) => Promise<BulkResult<BinItem>>;

interface Bin {
  rows: BinRow[] | undefined;
  /** Nothing can be shown. */
  failure: ApiFailure | null;
  /** What is shown may lack what could not be asked for. */
  late: boolean;
  retry: () => void;
  restore: Leave;
  purge: Leave;
}

/** Beside the list of the kind: what lies in the bin stands in none. */
function useDeleted({ kind, making, useDeleted: useAnswer }: BinnedKinds[number]) {
  const shelf = `${kind} bin` as const;
  const answer = useAnswer({ skip: !useMay()(`${kind}.read`) });
  usePassingFeed({ kind, shelf }, answer.data);
  const opened = useAll(making, shelf, answer.data);
  const rows = useMemo(() => (opened ?? []).map((one) => rowOf(kind, one)), [kind, opened]);
  return { answer, rows };
}

export function useBin(kinds: BinnedKinds): Bin {
  const all = kinds.map(useDeleted);
  const heldAnswers = all.map(({ answer }) => held<unknown>(answer));
  const failed = heldAnswers.filter(({ failure, late }) => failure ?? late);
  const isAllMissing = heldAnswers.every(({ data }) => data === undefined);
  const loading = all.some(({ answer }) => answer.isLoading);
  const ofKinds = useSame(all.map(({ rows }) => rows));
  const { restore, purge } = useWaysOut(kinds);
  const rows = useMemo(() => (loading ? undefined : ofKinds.flat()), [loading, ofKinds]);

  return {
    rows,
    failure: isAllMissing ? (failed[0]?.failure ?? null) : null,
    late: !isAllMissing && failed.length > 0,
    retry: () => failed.forEach(({ again }) => again()),
    restore,
    purge,
  };
}

function rowOf(kind: ListedKind, opened: OpenedItem<Item, unknown>): BinRow {
  const { item, opening } = opened;
  return {
    ...opened,
    kind,
    title: opening.name === "open" ? titleSaid(kind, opening.payload) : null,
    // Nothing happens to what lies in the bin, so that its last change is when it was thrown there.
    keptUntil: item.updatedAt === null ? null : new Date(Date.parse(item.updatedAt) + DAYS_IN_BIN * DAY_MS),
  };
}

// Neither of the two ways tells of anything by itself.
const WORDS = { deleted: () => "" };

const useActs = ({ kind, useDesk }: BinnedKinds[number]): readonly [ListedKind, BinActs<Item>] => {
  const acts = useBinActs(useDesk(), WORDS, `${kind} bin`);
  return useMemo(() => [kind, acts], [kind, acts]);
};

/** Profiles first: what belongs to them finds them again. */
const inTurn = (ways: readonly (readonly [ListedKind, BinActs<Item>])[]) => [...ways.filter(([kind]) => kind === "profile"), ...ways.filter(([kind]) => kind !== "profile")];

function useWaysOut(kinds: BinnedKinds): { restore: Leave; purge: Leave } {
  const ways = useSame(kinds.map(useActs));

  const each = useCallback(
    (leave: (acts: BinActs<Item>, items: readonly Item[], hooks: BulkHooks) => Promise<BulkResult<Item>>): Leave =>
      async (items, { onProgress, signal }) => {
        const result: BulkResult<BinItem> = { done: [], refused: [] };
        let settled = 0;
        for (const [kind, acts] of inTurn(ways)) {
          const some = items.filter((item) => item.kind === kind);
          if (some.length === 0 || signal?.aborted) continue;
          const before = settled;
          const { done, refused } = await leave(acts, some, {
            ...(signal && { signal }),
            onProgress: (count) => onProgress?.(before + count),
          });
          settled += some.length;
          result.done.push(...done.map((item) => ({ ...item, kind })));
          result.refused.push(...refused);
        }
        return result;
      },
    [ways],
  );

  return useMemo(
    () => ({
      restore: each((acts, items, hooks) => acts.restore(items, hooks)),
      purge: each((acts, items, hooks) => acts.purge(items, hooks)),
    }),
    [each],
  );
}
