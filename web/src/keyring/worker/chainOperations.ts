/** Operations on chains: which links are missing, and whether what was served is proven with them. */
import type { Id } from "../../crypto/ids.ts";
import type { Signed } from "../../crypto/statements.ts";
import { BeingChecked, ContentAlarm } from "../../crypto/errors.ts";
import { holds } from "../../crypto/keyLog/state.ts";
import type { Missing, SealedItem } from "../contract.ts";
import type { FileBundle } from "./fileOperations.ts";
import { tagOf } from "./itemChecks.ts";
import { isExpected } from "./known.ts";
import type { Many } from "./listOperations.ts";
import { settle, type Settled } from "./rpc.ts";
import { dropTitle } from "./titles.ts";
import { state, unlocked, type Vault } from "./vault.ts";
import { verifyFile } from "./verifyFile.ts";
import { missingBefore, noting, readItem, readStatements, verdictOf, type ItemVerdict } from "./verifyItem.ts";

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

/** What a whole answer left out, and what of it was known before the answer was asked for. */
export interface LeftOut {
  readonly kind: string;
  readonly answered: readonly Id[];
  /** Where objects were asked for by id, these. */
  readonly ids: readonly Id[] | null;
  /** Where all that belongs to one object was asked for, this one. */
  readonly within: Id | null;
  readonly askedAt: number;
}

const iso = (at: number) => new Date(at).toISOString();

export function chainOperations(vault: Vault) {
  const missing = async (kind: string, id: Id, put: Signed, later: readonly unknown[], before?: readonly Signed[]): Promise<AskedChain | null> => {
    const after = await missingBefore(vault, kind, id, put, later, before);
    return after === null ? null : { kind, id, after };
  };

  return {
    missingChains: ({ kind, items }: Many): Promise<(AskedChain | null)[]> =>
      Promise.all(items.map(({ id, sealed, later, before }: SealedItem) => missing(kind, id, sealed, later, before).catch(() => null))),

    /** The objects that a whole answer should have held, with the link that their chains are asked for after. */
    leftOut: async ({ kind, answered, ids, within, askedAt }: LeftOut): Promise<AskedChain[]> => {
      const there = new Set(answered);
      const asked = ids && new Set(ids);
      const { user } = unlocked(vault);
      return Promise.resolve([...vault.known.byTag].flatMap(([tag, object]) => {
        const { id, proven, since } = object;
        if (object.kind !== kind || !proven) return [];
        const expected = isExpected(state(vault), user, object);
        // Nobody asks any more how it was called.
        if (!expected && !there.has(id)) dropTitle(vault.titles, tag);
        const isMissing = !there.has(id) && (!asked || asked.has(id)) && (!within || object.within === within) && (since ?? 0) < askedAt;
        return isMissing && expected ? [{ kind, id, after: proven.seq }] : [];
      }));
    },

    /** What became of an object that was left out: its chain has an end that somebody has signed, or it is withheld. */
    judgeLeftOut: ({ kind, id, chain }: { kind: string; id: Id; chain: readonly Signed[] }): Promise<Missing> =>
      noting(vault, { kind, id }, chain, async () => {
        const { user } = unlocked(vault);
        const known = vault.known.byTag.get(await tagOf(vault, kind, id))?.proven ?? null;
        if (!known) return { id, is: "gone" };
        const { links, deleted, audience, proven } = await readStatements(vault, { asked: { kind, id }, statements: chain, wraps: null, attributes: null, known });
        const last = links.at(-1)?.statement;
        const reads = audience.some((role) => holds(state(vault), role, user));
        if (last && (deleted || !reads)) {
          if (!proven) throw new BeingChecked();
          return { id, is: deleted ? "deleted" : "not shared", by: last.authorUser, at: iso(last.createdAt) };
        }
        if (!reads) return { id, is: "gone" };
        throw new ContentAlarm("withheld", "It was seen, is not served, and nobody ended it.");
      }),

    provenUpTo: async ({ kind, id }: { kind: string; id: Id }): Promise<number> =>
      vault.known.byTag.get(await tagOf(vault, kind, id))?.proven?.seq ?? 0,

    /** Whether the chain of an object that an alarm is about is served whole and as it was. */
    judgeAgain: async ({ kind, id, chain }: { kind: string; id: Id; chain: readonly Signed[] }): Promise<boolean> => {
      const known = vault.known.byTag.get(await tagOf(vault, kind, id))?.proven ?? null;
      if (!known && chain.length === 0) return false;
      const found = await noting(vault, { kind, id }, chain, () => (
        readStatements(vault, { asked: { kind, id }, statements: chain, wraps: null, attributes: null, known })));
      return found.proven;
    },

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
