/** Operations on chains: which links are missing, and whether what was served is proven with them. */
import type { Id } from "../../crypto/ids.ts";
import type { Signed } from "../../crypto/statements.ts";
import type { SealedItem } from "../contract.ts";
import type { FileBundle } from "./fileOperations.ts";
import type { Many } from "./listOperations.ts";
import { settle, type Settled } from "./rpc.ts";
import type { Vault } from "./vault.ts";
import { verifyFile } from "./verifyFile.ts";
import { missingBefore, readItem, verdictOf, type ItemVerdict } from "./verifyItem.ts";

/** An object whose chain is asked for after the link that is known. */
export interface AskedChain {
  readonly kind: string;
  readonly id: Id;
  readonly after: number;
}

export interface ManyChains extends Many {
  /** By the place of the item; nothing where none was missing. */
  readonly chains: readonly (readonly Signed[] | null)[];
  readonly mayBeOlder: boolean;
}

export function chainOperations(vault: Vault) {
  const missing = async (kind: string, id: Id, put: Signed, later: readonly unknown[]): Promise<AskedChain | null> => {
    const after = await missingBefore(vault, kind, id, put, later);
    return after === null ? null : { kind, id, after };
  };

  return {
    missingChains: ({ kind, items }: Many): Promise<(AskedChain | null)[]> =>
      Promise.all(items.map(({ id, sealed, later }: SealedItem) => missing(kind, id, sealed, later).catch(() => null))),

    missingOfFile: ({ fileId, bundle }: { fileId: Id; bundle: FileBundle }): Promise<AskedChain | null> =>
      missing("file", fileId, bundle, bundle.later ?? []),

    /** What is proven of an item is proven from then on: whatever else is asked about it finds it so. */
    proveRecords: ({ kind, items, chains, mayBeOlder }: ManyChains): Promise<Settled<ItemVerdict>[]> =>
      Promise.all(items.map((item, i) => {
        const chain = chains[i];
        return settle(async () => verdictOf(await readItem(vault, kind, item.id, item, { mayBeOlder, ...(chain ? { chain } : {}) })));
      })),

    proveFile: async ({ fileId, bundle, chain }: { fileId: Id; bundle: FileBundle; chain: readonly Signed[] | null }): Promise<boolean> =>
      (await verifyFile(vault, fileId, bundle, chain ? { chain } : {})).proven,
  };
}
