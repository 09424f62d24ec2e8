/**
 * What a copy on this disk says of items, held against what this device knows and what the log holds.
 *
 * A copy is no witness: it may be of another day, put back by whoever writes to the disk. A row of it is drawn when it is of the
 * newest state that this device has proven and the log has nothing newer, and for somebody who reads it still.
 */
import { attributesHash } from "../../crypto/attributes.ts";
import { fromBase64Url } from "../../crypto/base64url.ts";
import { signedHash } from "../../crypto/leaves.ts";
import { parseStatement, statementHash } from "../../crypto/statements.ts";
import { summaryHash } from "../../crypto/wraps.ts";
import type { SealedItem } from "../contract.ts";
import type { KeptRow } from "../contract/items.ts";
import { hasOpenAlarm } from "./alarms.ts";
import { recordFits, summariesOf, tagOf, wrapsOf, type SignedStep } from "./itemChecks.ts";
import { isExpected, type ProvenLink } from "./known.ts";
import { state, unlocked, type Vault } from "./vault.ts";

interface Rows {
  readonly kind: string;
  readonly rows: readonly KeptRow[];
}

interface Items {
  readonly kind: string;
  readonly items: readonly SealedItem[];
}

export function keptOperations(vault: Vault) {
  /** The newest state of an object, where this device has proven it and nothing speaks against it. */
  async function newest(kind: string, id: string): Promise<ProvenLink | null> {
    const tag = await tagOf(vault, kind, id);
    const object = vault.known.byTag.get(tag);
    if (!object?.proven || !isExpected(state(vault), unlocked(vault).user, object) || hasOpenAlarm(vault.alarms, kind, id)) return null;
    const { proven, floor } = object;
    const leaves = (vault.book.leavesOf.get(tag) ?? []).map(({ seq }) => seq);
    return Math.max(floor, ...leaves) > proven.seq ? null : proven;
  }

  return {
    keptStand: ({ kind, rows }: Rows): Promise<boolean[]> =>
      Promise.all(rows.map(async ({ id, revision, hash }) => {
        const proven = await newest(kind, id);
        return proven?.seq === revision && proven.hash === hash;
      })),

    /** Whether these answers are what this device has proven, to the byte: statements as the log holds them, that lead to the newest one, and all that they name. */
    areAsProven: ({ kind, items }: Items): Promise<boolean[]> =>
      Promise.all(items.map(async (item) => {
        const proven = await newest(kind, item.id);
        return proven !== null && isForAll(item, proven) && (await leadsTo(vault, item, proven.hash).catch(() => false));
      })),
  };
}

/** Whether a role still lacks its wrap is found out by reading the item. */
function isForAll({ sealed, later }: SealedItem, { audience }: ProvenLink): boolean {
  const roles = new Set(wrapsOf(sealed, later).map(({ roleId }) => roleId));
  return audience.every((role) => roles.has(role));
}

/** Each statement names the one before it, so that the last one vouches for all of them; the leaves in the log are of their signatures, too. */
async function leadsTo({ book }: Vault, item: SealedItem, hash: string): Promise<boolean> {
  const { sealed } = item;
  const steps: readonly SignedStep[] = [sealed, ...item.later];
  const bytes = steps.map(({ statementB64u }) => fromBase64Url(statementB64u));
  const hashes = await Promise.all(bytes.map(statementHash));
  const statements = bytes.map(parseStatement);
  const [put] = statements;
  if (put?.type !== "record.put" || put.id !== item.id || hashes.at(-1) !== hash) return false;
  if (statements.slice(1).some(({ type, prevHash }, i) => type === "record.put" || prevHash !== hashes[i])) return false;
  const leaves = await Promise.all(steps.map(signedHash));
  if (!leaves.every((leaf) => book.places.has(leaf))) return false;
  const described = statements.findLast((statement) => "attrsHash" in statement);
  if (!described || !("attrsHash" in described) || (await attributesHash(sealed.attrsSaltB64u, sealed.attrs)) !== described.attrsHash) return false;
  const wraps = await Promise.all(steps.map(async (step) => summaryHash(await summariesOf(step.wraps ?? []))));
  if (statements.some((statement, i) => "wrapsHash" in statement && statement.wrapsHash !== wraps[i])) return false;
  return recordFits(item, put);
}
