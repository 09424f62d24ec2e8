/** What a device keeps for itself in parts that only grow in number: each is sealed once, under a number of its own. */
import type { Box } from "../../crypto/box.ts";
import { randomBytes, utf8 } from "../../crypto/bytes.ts";
import { openLocal, sealLocal } from "../../crypto/localIndex.ts";
import { identityOf, localKeyOf, unlocked, type Vault } from "./vault.ts";

/** Its number is used once, and is part of what the box was sealed for. */
export interface Segment {
  readonly number: number;
  readonly box: Box;
}

export type SegmentStore = "known.1" | "alarms.1" | "titles.1" | "agreed.1" | "disclosed.1" | "names.1";

const ENTRIES_PER_SEGMENT = 512;
/** So many segments more than needed are put together into few. */
const SPARE_SEGMENTS = 64;

/** Later ones are greater, also in another tab. */
function nextNumber(now: number): number {
  const [high = 0, low = 0] = randomBytes(2);
  return now * 1024 + (high % 4) * 256 + low;
}

export async function sealSegments(vault: Vault, store: SegmentStore, entries: readonly unknown[]): Promise<Segment[]> {
  const segments: Segment[] = [];
  for (let from = 0; from < entries.length; from += ENTRIES_PER_SEGMENT) {
    const number = Math.max(nextNumber(vault.now()), (segments.at(-1)?.number ?? 0) + 1);
    const contents = utf8(JSON.stringify(entries.slice(from, from + ENTRIES_PER_SEGMENT)));
    segments.push({ number, box: await sealLocal(localKeyOf(vault), identityOf(unlocked(vault)), { store, counter: number }, contents) });
  }
  return segments;
}

/** The disk is no witness: what does not open was not kept. */
export async function openSegments<Entry>(vault: Vault, store: SegmentStore, segments: readonly Segment[]): Promise<Entry[]> {
  const owner = identityOf(unlocked(vault));
  const opened = segments.map(async ({ number, box }): Promise<readonly Entry[]> => {
    try {
      const contents = await openLocal(localKeyOf(vault), owner, { store, counter: number }, box);
      return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(contents)) as readonly Entry[];
    } catch {
      return [];
    }
  });
  return (await Promise.all(opened)).flat();
}

export function areTooMany(segments: readonly Segment[], entries: number): boolean {
  return segments.length > Math.ceil(entries / ENTRIES_PER_SEGMENT) + SPARE_SEGMENTS;
}
