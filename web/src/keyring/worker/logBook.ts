/**
 * The account's log as this browser has verified it: key statements, leaves, and the head that both belong to.
 *
 * Everything the worker signs, wraps or believes rests on this book and on no answer of the server.
 */
import { logNameOf, openAccountHead } from "../../crypto/accountHead.ts";
import { toBase64Url } from "../../crypto/base64url.ts";
import { CryptoError } from "../../crypto/errors.ts";
import { anchorsFit, type Anchored } from "../../crypto/keyLog/anchors.ts";
import { builtInRoleIds, type Id } from "../../crypto/ids.ts";
import { demandContinuation, demandKeyLog, demandLeaves, Fork, isOwnPast, type FullPin } from "../../crypto/keyLog/pins.ts";
import { replay, type Replayed } from "../../crypto/keyLog/replay.ts";
import { emptyKeyState, type KeyState } from "../../crypto/keyLog/state.ts";
import { hashLeaf, signedHash, type Leaf } from "../../crypto/leaves.ts";
import { append, emptyTree, rootOf, treeSize, type Tree } from "../../crypto/merkle.ts";
import { ZERO_HASH, type KeyStatementType, type Signed, type StatementOf } from "../../crypto/statements.ts";
import type { HeadTime } from "../standing.ts";

interface Entry extends Replayed {
  readonly signedHash: string;
}

export interface LogBook {
  readonly account: Id;
  readonly start: KeyState;
  readonly entries: Entry[];
  readonly tree: Tree;
  /** How many key statements stand before each leaf, and before the next one. */
  readonly keysBefore: number[];
  /** The leaves of each object by its tag, and the places of all leaves by their hash. */
  readonly leavesOf: Map<string, readonly Leaf[]>;
  readonly places: Map<string, number>;
  /** Roots of earlier sizes that authors have named; a tree that only grows keeps them. */
  readonly roots: Map<number, string>;
  pin: FullPin | null;
  /** The newest head that was taken. */
  head: HeadTime | null;
  /** What this browser knows about the account past the server. */
  anchors: readonly Anchored[];
}

export interface Finding {
  readonly seq: number;
  readonly is: "invalid" | "unknown" | "broken" | "view";
  readonly reason: string;
}

export async function openLogBook(account: Id, pin: FullPin | null, anchors: readonly Anchored[]): Promise<LogBook> {
  return {
    account, start: emptyKeyState(account, await builtInRoleIds(account)), entries: [], tree: emptyTree(),
    keysBefore: [0], leavesOf: new Map(), places: new Map(), roots: new Map(), pin, head: null, anchors,
  };
}

export function currentState({ entries, start }: LogBook): KeyState {
  return entries.at(-1)?.after ?? start;
}

/** The key state in which the statement at this leaf was made. */
export function stateAt(book: LogBook, leaf: number): KeyState {
  const before = book.keysBefore[leaf] ?? 0;
  return before === 0 ? book.start : (book.entries[before - 1]?.after ?? book.start);
}

/** The statements of the key log that have an effect, in order. */
export const validIn = ({ entries }: LogBook): StatementOf<KeyStatementType>[] =>
  entries.flatMap(({ entry, verdict }) => (entry.is === "statement" && verdict.is === "valid" ? [entry.statement] : []));

export function findings(book: LogBook): Finding[] {
  return book.entries.flatMap(({ seq, verdict }) => (verdict.is === "valid" ? [] : [{ seq, ...verdict }]));
}

/** What does not follow what is there belongs to another history, or to none: nothing of it is kept. */
async function takeEntries(book: LogBook, signed: readonly Signed[]): Promise<void> {
  const hashes = await Promise.all(signed.map(signedHash));
  const replayed = await replay(currentState(book), signed);
  const broken = replayed.find(({ verdict }) => verdict.is === "broken");
  if (broken) throw new Fork("key log differs", { seq: broken.seq, after: currentState(book).nextSeq, signed });
  book.entries.push(...replayed.map((entry, i) => ({ ...entry, signedHash: hashes[i] ?? "" })));
}

/** Leaves follow one another; those of key statements must be the statements that were replayed. */
async function takeLeaves(book: LogBook, leaves: readonly Leaf[]): Promise<void> {
  const hashes = await Promise.all(leaves.map(hashLeaf));
  for (const [i, leaf] of leaves.entries()) {
    const index = treeSize(book.tree);
    const keys = book.keysBefore[index] ?? 0;
    const isKey = leaf.tagB64u === "";
    book.keysBefore.push(keys + (isKey ? 1 : 0));
    if (isKey) {
      if (leaf.seq !== keys || book.entries[keys]?.signedHash !== leaf.hashB64u) {
        throw new Fork("leaves differ", { index, leaf, expected: book.entries[keys]?.signedHash ?? null });
      }
    } else {
      book.leavesOf.set(leaf.tagB64u, [...(book.leavesOf.get(leaf.tagB64u) ?? []), leaf]);
    }
    book.places.set(leaf.hashB64u, index);
    const hash = hashes[i];
    if (hash) await append(book.tree, hash);
  }
}

/** A copy to work on, so that an answer that fails half-way leaves the book as it was. */
function draftOf(book: LogBook): LogBook {
  return {
    ...book, entries: [...book.entries], tree: { levels: book.tree.levels.map((level) => [...level]) },
    keysBefore: [...book.keysBefore], leavesOf: new Map(book.leavesOf), places: new Map(book.places),
  };
}

/** The book with everything of an answer in it; an answer that does not fit as a whole changes nothing. */
export async function takeAnswer(
  book: LogBook, entries: readonly Signed[], leaves: readonly Leaf[], head: HeadAnswer | null,
): Promise<LogBook> {
  const draft = draftOf(book);
  await takeEntries(draft, entries);
  await takeLeaves(draft, leaves);
  if (head) await takeHead(draft, head);
  else demandAnchors(draft);
  return draft;
}

export interface HeadAnswer {
  readonly note: string;
  readonly consistency: readonly string[];
  /** The log's public key as the server says it; believed at first contact only. */
  readonly logKey: string;
  /** By the clock of this browser. */
  readonly askedAt: number;
}

/** Accepts a head that continues everything seen before and fits every anchor, and moves the pin to it. */
async function takeHead(book: LogBook, { note, consistency, logKey, askedAt }: HeadAnswer): Promise<void> {
  const { account, pin, tree } = book;
  const carried = book.anchors.filter((anchor) => "logKey" in anchor);
  const key = pin?.logKey ?? logKey;
  const logName = pin?.logName ?? logNameIn(note, account);
  const head = await openAccountHead(note, account, logName, key).catch(() => {
    throw new Fork("head not signed", { note, logName, logKey: key });
  });
  if (carried.some((anchor) => anchor.logKey !== key)) throw new Fork("head not signed", { note, logName, anchors: book.anchors });
  if (pin) await demandContinuation(pin, head, consistency);
  await demandLeaves(tree, head.size, head.root);
  for (const seen of pin ? [pin, ...carried] : carried) await demandLeaves(tree, seen.logSize, seen.logRoot);
  const hashAt = (seq: number) => book.entries[seq]?.entry.hash ?? null;
  const state = currentState(book);
  demandKeyLog(state, hashAt, head, pin?.fingerprint ?? null);
  demandAnchors(book);
  await demandViews(book, pin?.logSize ?? 0, head.size);
  book.pin = {
    fingerprint: state.fingerprint ?? ZERO_HASH, logSize: head.size, logRoot: head.root, logKey: key, logName,
    keySeq: head.keySeq, keyHead: head.keyHead,
  };
  book.head = { time: head.time, askedAt };
  if (book.anchors.length > 0) pinAnchors(book);
}

/** The log begins as everything says that this browser knows about it, with a head or without. */
export function demandAnchors(book: LogBook): void {
  const { anchors } = book;
  const known = currentState(book);
  if (!anchorsFit(anchors, known)) throw new Fork("other fingerprint", { anchors, found: known.fingerprint });
}

/** In an account that something vouches for, what was verified last vouches for it from now on. */
export function pinAnchors(book: LogBook): void {
  const others = book.anchors.filter(({ is }) => is !== "pin");
  book.anchors = book.pin ? [...others, { is: "pin", ...book.pin }] : others;
}

function logNameIn(note: string, account: Id): string {
  try {
    return logNameOf(note, account);
  } catch {
    throw new Fork("head not signed", { note, account });
  }
}

/** What the authors of key statements had verified must be a beginning of this log. */
async function demandViews(book: LogBook, from: number, to: number): Promise<void> {
  for (let index = from; index < to; index++) {
    const seq = book.keysBefore[index] ?? 0;
    if (book.keysBefore[index + 1] === seq) continue;
    const entry = book.entries[seq]?.entry;
    if (entry?.is !== "statement") continue;
    const { viewSize, viewRoot } = entry.statement;
    if (viewSize > index || !(await isOwnPast(book.tree, viewSize, viewRoot))) {
      throw new Fork("not continued", { statement: seq, viewSize, viewRoot, own: toBase64Url(await rootOf(book.tree, Math.min(viewSize, index))) });
    }
  }
}

/**
 * Whoever signs tells which history they have seen. One that is not a beginning of this log is proof of a second history;
 * one that reaches further than this browser has come says nothing yet.
 */
export async function demandSameHistory(book: LogBook, { viewSize, viewRoot }: { readonly viewSize: number; readonly viewRoot: string }): Promise<void> {
  if (viewSize > treeSize(book.tree)) return;
  const known = book.roots.get(viewSize) ?? (viewSize === 0 ? ZERO_HASH : toBase64Url(await rootOf(book.tree, viewSize)));
  book.roots.set(viewSize, known);
  if (known !== viewRoot) throw new Fork("not continued", { viewSize, viewRoot, own: known });
}

/** The view that goes into the next statement: the checkpoint that was verified last. */
export function currentView({ pin }: LogBook): { readonly viewSize: number; readonly viewRoot: string } {
  return pin ? { viewSize: pin.logSize, viewRoot: pin.logRoot } : { viewSize: 0, viewRoot: ZERO_HASH };
}

/** Writing stops while the log is broken, says unknown things, or holds findings that nobody has read. */
export function demandWritable(book: LogBook, acknowledged: ReadonlySet<number>): void {
  const open = findings(book).filter(({ is, seq }) => is !== "invalid" || !acknowledged.has(seq));
  const worst = open[0];
  if (!worst) return;
  throw new CryptoError(worst.is === "unknown" ? "unimplemented" : "data_loss", worst.reason);
}
