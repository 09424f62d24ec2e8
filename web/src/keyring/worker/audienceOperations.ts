/**
 * Another audience for an item that exists, as its person named it: the audience in force plus or minus one role, or the
 * same one under a new key. What is in force is read out of the proven chain, and never out of an answer.
 */
import { CryptoError } from "../../crypto/errors.ts";
import { builtInRoleId, type Id } from "../../crypto/ids.ts";
import type { AudienceWish, NewAudience, SealedItem, ShownItem, Signed, Wrap } from "../contract.ts";
import { filesOf } from "./debts.ts";
import { shareFileWith, type FileBundle } from "./fileOperations.ts";

import { lastStatement, openBody, sealContent, shareContent } from "./recordOperations.ts";
import { isTrusted } from "./restarts.ts";
import { state, type Vault } from "./vault.ts";
import { verifiedItem } from "./verifiedItem.ts";

const refused = (message: string) => new CryptoError("failed_precondition", message);

/** Whether the role can be named beside these, or left out of them. */
async function demandChangeable(vault: Vault, audience: readonly Id[], role: Id, reads: boolean): Promise<void> {
  const { roles } = state(vault);
  const known = roles[role];
  if (!known) throw refused("This role has no key.");
  if (known.personalOf !== null || audience.some((one) => roles[one]?.personalOf !== null)) throw refused("This item is private. Only its owner can read it.");
  if (!reads && role === (await builtInRoleId(vault.book.account, "owner"))) throw refused("Owners can read everything that is not private.");
  // Without a wrap nobody would read more than before.
  if (reads && known.rollDue) throw refused("This role gets a new key first. Try again in a moment.");
  if (reads && !isTrusted(vault, role)) throw refused("The key of this role was restarted. Decide under Keys & devices whether you trust the new one.");
}

export function audienceOperations(vault: Vault) {
  return {
    /** Files that roles of an audience would lack, so that what they open is not half of it: shared before the item itself. */
    filesToShare: async ({ kind, item, wish }: { kind: string; item: SealedItem; wish: AudienceWish }): Promise<Id[]> => {
      if (wish === "same" || !wish.reads) return [];
      const { audience } = await lastStatement(vault, kind, item.id, item, { mayBeOlder: false });
      return audience.includes(wish.role) ? [] : filesOf(item);
    },

    /** Nothing where the item is for them already, or was not. */
    changeAudience: async ({ kind, item, wish }: { kind: string; item: ShownItem; wish: AudienceWish }): Promise<NewAudience | null> => {
      const before = await lastStatement(vault, kind, item.id, item, { mayBeOlder: false });
      if (wish !== "same") {
        if (before.audience.includes(wish.role) === wish.reads) return null;
        await demandChangeable(vault, before.audience, wish.role, wish.reads);
        if (wish.reads) return shareContent(vault, kind, item, before, [wish.role], [...before.audience, wish.role]);
      }
      const readers = wish === "same" ? before.audience : before.audience.filter((role) => role !== wish.role);
      const payload = await openBody(vault, await verifiedItem(vault, kind, item), item);
      return { sealed: await sealContent(vault, { kind, id: item.id, payload, attrs: item.sealed.attrs }, before, readers) };
    },

    /** The same for a file that such an item names; nothing where it is for the role already. */
    shareFile: async ({ fileId, bundle, role }: { fileId: Id; bundle: FileBundle; role: Id }): Promise<(Signed & { version: number; wraps: Wrap[] }) | null> =>
      shareFileWith(vault, fileId, bundle, async (audience) => {
        if (audience.includes(role)) return null;
        await demandChangeable(vault, audience, role, true);
        return { wraps: [role], audience: [...audience, role] };
      }),
  };
}
