/**
 * Pins: what a client has once seen of an account, and never lets go.
 *
 * Every new head must continue the pinned one. A smaller tree, another root of the same size or a proof that fails is a
 * fork: evidence that two histories exist, kept as it came.
 */
import { fromBase64Url, toBase64Url } from "../base64url.ts";
import type { AccountHead } from "../accountHead.ts";
import { CryptoError } from "../errors.ts";
import { rootOf, treeSize, verifyConsistency, type Tree } from "../merkle.ts";
import { ZERO_HASH } from "../statements.ts";
import type { KeyState } from "./state.ts";

export interface Pin {
  readonly fingerprint: string;
  readonly logSize: number;
  readonly logRoot: string;
  readonly logKey: string;
}

export interface FullPin extends Pin {
  readonly logName: string;
  readonly keySeq: number;
  readonly keyHead: string;
}

export type ForkKind = "smaller" | "other root" | "not continued" | "other fingerprint" | "key log differs" | "leaves differ"
  | "head not signed" | "missing";

/** Two histories where there must be one; or none, where one was seen. */
export class Fork extends CryptoError {
  readonly kind: ForkKind;
  readonly evidence: unknown;

  constructor(kind: ForkKind, evidence: unknown) {
    super("data_loss", kind === "missing" ? "The server no longer shows the record of this account." : "The key record was changed. Do not enter anything.");
    this.name = "Fork";
    this.kind = kind;
    this.evidence = evidence;
  }
}

/** Refuses a head that does not continue the pin. */
export async function demandContinuation(
  pin: Pick<Pin, "logSize" | "logRoot">, head: AccountHead, consistency: readonly string[],
): Promise<void> {
  const evidence = { pin, head, consistency };
  if (head.size < pin.logSize) throw new Fork("smaller", evidence);
  if (head.size === pin.logSize && head.root !== pin.logRoot) throw new Fork("other root", evidence);
  const proof = consistency.map(fromBase64Url);
  const continued = await verifyConsistency(
    pin.logSize, fromBase64Url(pin.logRoot), head.size, fromBase64Url(head.root), head.size === pin.logSize ? [] : proof,
  );
  if (!continued) throw new Fork("not continued", evidence);
}

/** Refuses a replayed log that is not the one whose newest statement the head names. */
export function demandKeyLog(state: KeyState, headAt: (seq: number) => string | null, head: AccountHead, fingerprint: string | null): void {
  if (fingerprint !== null && state.fingerprint !== fingerprint) {
    throw new Fork("other fingerprint", { expected: fingerprint, found: state.fingerprint });
  }
  if (state.nextSeq <= head.keySeq || headAt(head.keySeq) !== head.keyHead) {
    throw new Fork("key log differs", { head, replayedTo: state.nextSeq - 1, hash: headAt(head.keySeq) });
  }
}

/** Refuses leaves that do not give the root that was shown for their number. */
export async function demandLeaves(tree: Tree, size: number, root: string): Promise<void> {
  if (treeSize(tree) < size || toBase64Url(await rootOf(tree, size)) !== root) {
    throw new Fork("leaves differ", { size, expected: root, leaves: treeSize(tree) });
  }
}

/** Whether what an author had verified is a beginning of one's own log; the gossip in every statement. */
export async function isOwnPast(tree: Tree, viewSize: number, viewRoot: string): Promise<boolean> {
  if (viewSize === 0) return viewRoot === ZERO_HASH;
  return viewSize <= treeSize(tree) && toBase64Url(await rootOf(tree, viewSize)) === viewRoot;
}
