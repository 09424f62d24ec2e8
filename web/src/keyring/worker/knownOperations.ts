/** What this device knows of objects, sealed to be kept and opened when it is unlocked again. */
import type { Box } from "../../crypto/box.ts";
import { randomBytes, utf8 } from "../../crypto/bytes.ts";
import { openLocal, sealLocal } from "../../crypto/localIndex.ts";
import { recall, type KnownObject } from "./known.ts";
import { identityOf, localKeyOf, unlocked, type Vault } from "./vault.ts";

/** A part of what is known. Its number is used once, and is part of what the box was sealed for. */
export interface KnownSegment {
  readonly number: number;
  readonly box: Box;
}

const STORE = "known.1";
const OBJECTS_PER_SEGMENT = 512;
/** So many segments more than needed are put together into few. */
const SPARE_SEGMENTS = 64;

type Entry = readonly [tag: string, KnownObject];

/** Later ones are greater, also in another tab. */
function nextNumber(now: number): number {
  const [high = 0, low = 0] = randomBytes(2);
  return now * 1024 + (high % 4) * 256 + low;
}

export function knownOperations(vault: Vault) {
  const { known } = vault;

  async function sealed(entries: readonly Entry[]): Promise<KnownSegment[]> {
    const owner = identityOf(unlocked(vault));
    const segments: KnownSegment[] = [];
    for (let from = 0; from < entries.length; from += OBJECTS_PER_SEGMENT) {
      const number = Math.max(nextNumber(vault.now()), (segments.at(-1)?.number ?? 0) + 1);
      const contents = utf8(JSON.stringify(entries.slice(from, from + OBJECTS_PER_SEGMENT)));
      segments.push({ number, box: await sealLocal(localKeyOf(vault), owner, { store: STORE, counter: number }, contents) });
    }
    return segments;
  }

  async function opened({ number, box }: KnownSegment): Promise<readonly Entry[]> {
    const owner = identityOf(unlocked(vault));
    try {
      const contents = await openLocal(localKeyOf(vault), owner, { store: STORE, counter: number }, box);
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(contents)) as readonly Entry[];
    } catch {
      // The disk is no witness: what does not open is not known.
      return [];
    }
  }

  return {
    /** What was known before this page was opened; with it fewer segments in place of many, where that is worth it. */
    openKnown: async ({ segments }: { segments: readonly KnownSegment[] }): Promise<KnownSegment[] | null> => {
      for (const segment of segments) recall(known, await opened(segment));
      const entries = [...known.byTag];
      return segments.length > Math.ceil(entries.length / OBJECTS_PER_SEGMENT) + SPARE_SEGMENTS ? sealed(entries) : null;
    },

    /** What was found out since the last time the page asked. */
    takeKnown: async (): Promise<KnownSegment[]> => {
      const entries = [...known.fresh].flatMap((tag): Entry[] => {
        const object = known.byTag.get(tag);
        return object ? [[tag, object]] : [];
      });
      known.fresh.clear();
      return sealed(entries);
    },
  };
}
