/** Operations on many records at once: opened for showing first, their signatures verified when there is time. */
import type { Document } from "../../crypto/record.ts";
import type { SealedItem } from "../contract.ts";
import { checkItem, demandNotOlder } from "./itemChecks.ts";
import { openChecked } from "./recordOperations.ts";
import { settle, type Settled } from "./rpc.ts";
import type { Vault } from "./vault.ts";
import { verifyItem, type ItemVerdict } from "./verifyItem.ts";

export interface Many {
  readonly kind: string;
  readonly items: readonly SealedItem[];
}

export function listOperations(vault: Vault) {
  return {
    /** Hashes, revision floor, wrap, body. Nothing is believed by this that is not verified before it is written or used. */
    showRecords: ({ kind, items }: Many): Promise<Settled<Document>[]> =>
      Promise.all(items.map((item) => settle(async () => {
        const { seq } = await checkItem(kind, item);
        await demandNotOlder(vault, kind, item.sealed.id, seq);
        return openChecked(vault, kind, item);
      }))),

    verifyRecords: ({ kind, items }: Many): Promise<Settled<ItemVerdict>[]> =>
      Promise.all(items.map((item) => settle(() => verifyItem(vault, kind, item)))),
  };
}
