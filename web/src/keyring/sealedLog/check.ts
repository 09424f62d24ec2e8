/**
 * Checking entries of the audit log against the sealed log: the server's word is compared with what the log's key signed.
 *
 * Nothing here believes the answer: the checkpoint is signed by the key that is pinned, it goes on from the one that was
 * seen before, the event leads to its root, and the entry says of the event what stands in it.
 */
import type { AuditEntry } from "../../api/oversight";
import type { AuditProofs, EventProof } from "../../api/typesOnly.generated";
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { concat, sameBytes, u8 } from "../../crypto/bytes.ts";
import { nameInCheckpoint, openCheckpoint } from "../../crypto/logCheckpoint.ts";
import { sha256 } from "../../crypto/derive.ts";
import { verifyConsistency, verifyInclusion } from "../../crypto/merkle.ts";
import { read } from "../../i18n/word";
import { readHeader, type EventHeader } from "./header.ts";

/** What this browser knows of the log: the newest checkpoint that it has verified. */
export interface LogPin {
  readonly name: string;
  readonly key: string;
  readonly size: number;
  readonly root: string;
  /** Since when this browser has seen the log only grow, as ISO 8601. */
  readonly since: string;
}

export interface Signer {
  readonly name: string;
  readonly key: string;
}

/** Why the log as a whole can not be believed. */
export type LogFault = "otherKey" | "notSigned" | "shorter" | "other";

export class BrokenLog extends Error {
  readonly fault: LogFault;

  constructor(fault: LogFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * `proved`: sealed, and the entry says what stands in the event. `hash`: sealed, but the event is a person's and only its
 * hash is told. `waiting`: not sealed yet. `overdue`: not sealed though it is old enough to be. `withheld`: the server gave no
 * proof. `differs`: what stands in the log is not this, or what was given proves nothing.
 */
export type Standing = "proved" | "hash" | "waiting" | "overdue" | "withheld" | "differs";

/** A log is sealed a second after a write; longer than this a server that only restarts does not take. */
const OVERDUE_MS = 10 * 60_000;

export interface EntryProof {
  readonly standing: Standing;
  readonly proof: EventProof | null;
  readonly header: EventHeader | null;
}

export interface Checked {
  readonly pin: LogPin;
  /** When the newest checkpoint was signed, by the server's clock. */
  readonly sealedAt: number;
  readonly note: string;
  readonly entries: ReadonlyMap<string, EntryProof>;
}

const LEAF = u8(0);

/** Raises `BrokenLog` where the log is not the one that was seen, or not signed by whom it has to be. */
export async function checkProofs(
  answer: AuditProofs,
  entries: readonly AuditEntry[],
  pin: LogPin | null,
  signer: Signer | null,
  now: Date,
): Promise<Checked> {
  const known = signer ?? pin;
  if (known && known.key !== answer.logKeyB64u) throw new BrokenLog("otherKey");
  if (signer && pin && signer.key !== pin.key) throw new BrokenLog("otherKey");
  const { name, key } = known ?? { name: named(answer.note), key: answer.logKeyB64u };
  const checkpoint = await openCheckpoint(answer.note, name, key).catch(() => {
    throw new BrokenLog("notSigned");
  });
  const { size, root } = checkpoint;
  if (pin) {
    if (size < pin.size) throw new BrokenLog("shorter");
    const proof = answer.consistency.map(fromBase64Url);
    if (!(await verifyConsistency(pin.size, fromBase64Url(pin.root), size, root, proof))) throw new BrokenLog("other");
  }
  const byPosition = new Map(answer.proofs.map((proof) => [proof.position, proof]));
  const found = await Promise.all(
    entries.map(async (entry): Promise<[string, EntryProof]> => {
      const proof = byPosition.get(entry.position) ?? null;
      if (!proof) return [entry.id, { standing: entry.position <= size ? "withheld" : isOverdue(entry, now) ? "overdue" : "waiting", proof, header: null }];
      return [entry.id, await checkOne(entry, proof, size, root).catch(() => ({ standing: "differs" as const, proof, header: null }))];
    }),
  );
  return {
    pin: { name, key, size, root: toBase64Url(root), since: pin?.since ?? now.toISOString() },
    sealedAt: checkpoint.time,
    note: answer.note,
    entries: new Map(found),
  };
}

/** When it was written is the server's word: a time that is none is no reason to wait. */
const isOverdue = ({ recordedAt }: AuditEntry, now: Date): boolean => !(Date.parse(recordedAt) >= now.getTime() - OVERDUE_MS);

function named(note: string): string {
  try {
    return nameInCheckpoint(note);
  } catch {
    throw new BrokenLog("notSigned");
  }
}

async function checkOne(
  entry: AuditEntry, proof: EventProof, size: number, root: Uint8Array<ArrayBuffer>,
): Promise<EntryProof> {
  const differs = { standing: "differs", proof, header: null } as const;
  const leaf = fromBase64Url(proof.leafB64u);
  const path = proof.path.map(fromBase64Url);
  if (proof.leafB64u !== entry.leafHashB64u || !(await verifyInclusion(entry.position - 1, size, leaf, path, root))) return differs;
  if (proof.headerB64u === null || proof.stateB64u === null) return { ...differs, standing: "hash" };
  const bytes = fromBase64Url(proof.headerB64u);
  if (!sameBytes(await sha256(concat(LEAF, bytes, fromBase64Url(proof.stateB64u))), leaf)) return differs;
  const header = readHeader(bytes);
  return { standing: isTold(entry, header) ? "proved" : "differs", proof, header };
}

/** Whether the entry says of the event who did what to which thing, and when, as it stands in its header. */
function isTold({ id, accountId, at, action, actor, targets, context, schemaVersion }: AuditEntry, header: EventHeader): boolean {
  const same: [string | null, string][] = [
    [id, header.event], [accountId, header.account], [action, header.type], [actor.type, header.actorKind],
    [actor.id, header.actor], [actor.impersonatorId, header.impersonator], [context.sessionId, header.session],
    [context.deviceId, header.device], [context.requestId && read(context.requestId), header.request], [context.correlationId, header.correlation],
    [String(schemaVersion), header.schemaVersion],
  ];
  return (
    same.every(([told, stands]) => (told ?? "") === stands) &&
    Date.parse(at) === Date.parse(header.occurredAt) &&
    targets.some((target) => target.kind === header.kind && target.id === header.entity)
  );
}
