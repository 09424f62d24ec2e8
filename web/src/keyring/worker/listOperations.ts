/** Operations on many items at once: verified, and opened to be shown. */
import type { Document } from "../../crypto/record.ts";
import type { SealedItem, VerifiedItem } from "../contract.ts";
import { openBody } from "./recordOperations.ts";
import { settle, type Settled } from "./rpc.ts";
import type { Vault } from "./vault.ts";
import { verifiedItem } from "./verifiedItem.ts";

export interface Many {
  readonly kind: string;
  readonly items: readonly SealedItem[];
}

/** An item that was verified, and its contents where a key of this device opens them and they have the form of their kind. */
export interface Shown {
  readonly item: VerifiedItem;
  readonly contents: Settled<Document>;
}

export function listOperations(vault: Vault) {
  async function show(kind: string, item: SealedItem): Promise<Shown> {
    const verified = await verifiedItem(vault, kind, item);
    return { item: verified, contents: await settle(() => openBody(vault, verified, item)) };
  }

  return {
    showRecords: ({ kind, items }: Many): Promise<Settled<Shown>[]> => Promise.all(items.map((item) => settle(() => show(kind, item)))),

    verifyRecords: ({ kind, items }: Many): Promise<Settled<VerifiedItem>[]> =>
      Promise.all(items.map((item) => settle(() => verifiedItem(vault, kind, item)))),
  };
}
