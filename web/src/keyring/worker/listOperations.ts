/** Operations on many records at once: opened for showing first, their signatures verified when there is time. */
import type { Document } from "../../crypto/record.ts";
import type { SealedItem } from "../contract.ts";
import { decoded } from "./decoding.ts";
import { demandNotOlder } from "./itemChecks.ts";
import { openBody } from "./recordOperations.ts";
import { settle, type Settled } from "./rpc.ts";
import type { Shown } from "./shown.ts";
import type { Vault } from "./vault.ts";
import { readItem, verdictOf, type ItemVerdict } from "./verifyItem.ts";

export interface Many {
  readonly kind: string;
  readonly items: readonly SealedItem[];
}

export function listOperations(vault: Vault) {
  return {
    /**
     * Revision floor, wrap, body. Their keys name the item and its revision. Its hashes stand in statements that anybody
     * could have made until their signatures are verified, so both are checked together, before anything is written or used.
     */
    showRecords: ({ kind, items }: { kind: string; items: readonly Shown[] }): Promise<Settled<Document>[]> =>
      Promise.all(items.map((item) => settle(async () => {
        await demandNotOlder(vault, kind, item.id, item.revision);
        return decoded(kind, await openBody(vault, kind, item));
      }))),

    verifyRecords: ({ kind, items }: Many): Promise<Settled<ItemVerdict>[]> =>
      Promise.all(items.map((item) => settle(() => readItem(vault, kind, item.id, item).then(verdictOf)))),
  };
}
