/**
 * Own writes that the server serves and that the verified log does not show yet.
 *
 * Heads follow a write within seconds. A head that was asked for a minute later and still does not contain it means that
 * the server hides this device's writes from the others.
 */
import type { ContentStatement } from "../../crypto/statements.ts";
import type { Vault } from "./vault.ts";

export interface OwnWrite {
  readonly kind: string;
  readonly id: string;
  readonly at: number;
}

export const PATIENCE_MS = 60_000;

export function awaitOwn(vault: Vault, hash: string, { authorDevice, kind, id, createdAt }: ContentStatement): void {
  if (authorDevice === vault.device?.key.device) vault.awaited.set(hash, { kind, id, at: createdAt });
}

/** Lets go of what has arrived, and names what should have. */
export function ownWrites({ awaited, book }: Vault): { readonly awaited: number; readonly missing: OwnWrite[] } {
  for (const hash of awaited.keys()) if (book.places.has(hash)) awaited.delete(hash);
  const due = (book.head?.askedAt ?? 0) - PATIENCE_MS;
  return { awaited: awaited.size, missing: [...awaited.values()].filter(({ at }) => at < due) };
}
