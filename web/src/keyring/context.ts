/** What the flows of the keyring share: the worker, the calls, the local record, and one loop for everything that is signed. */
import type { KeyState as LogState } from "../crypto/keyLog/state.ts";
import type { Signed } from "../crypto/statements.ts";
import { hasMoved, isMissing, type KeyCalls } from "./calls.ts";
import type { DeviceRecord, KeyStore, KeptLog } from "./store.ts";
import type { KeyDraft, LogReport } from "./worker/logOperations.ts";
import type { VaultOperations } from "./worker/operations.ts";
import type { Remote } from "./worker/rpc.ts";

export interface Person {
  readonly userId: string;
  /** Whether this page has seen the text as the person's sign-in password. */
  readonly isSignInPassword: (text: string) => boolean;
}

export interface Context {
  readonly account: { readonly id: string; readonly roleId: string; readonly isOwner: boolean };
  readonly person: Person;
  readonly calls: KeyCalls;
  readonly worker: Remote<VaultOperations>;
  readonly store: KeyStore;
  record: DeviceRecord | null;
  report: LogReport;
  /** The server keeps no share for a device that nobody has let in yet; the cache is made as soon as it does. */
  cacheWaits: boolean;
  /** Wrong pass-phrases in a row; each makes the next try wait longer. */
  wrongTries: number;
  /** Secrets of links that this page has made for further devices of its person. */
  readonly pairings: Map<string, string>;
  /** Work on the log is done one after another, so that this tab never races itself. */
  turn: Promise<unknown>;
  /** The same for syncing, which screens ask for at any time: no entry is ever taken twice. */
  syncing: Promise<unknown>;
}

const TRIES = 5;
const LEAVES_PER_CALL = 5000;
const LOG_PAGE = 500;
const MOVED = "Somebody else changed the keys at the same moment. Try again.";

export function logState(context: Context): LogState {
  return context.report.state;
}

export async function changeRecord(context: Context, change: Partial<DeviceRecord>): Promise<void> {
  if (!context.record) return;
  context.record = { ...context.record, ...change };
  await context.store.writeDevice(context.record);
}

function sizeIn(note: string): number {
  return Number(note.split("\n")[1] ?? "0");
}

async function newEntries({ calls }: Context, after: number): Promise<Signed[]> {
  const entries: Signed[] = [];
  for (;;) {
    const page = await calls.log(after + entries.length);
    entries.push(...page);
    if (page.length < LOG_PAGE) return entries;
  }
}

async function newLeaves({ calls }: Context, from: number, to: number): Promise<KeptLog["leaves"]> {
  const leaves: KeptLog["leaves"][number][] = [];
  while (from + leaves.length < to) {
    const page = await calls.leaves(from + leaves.length, Math.min(to, from + leaves.length + LEAVES_PER_CALL));
    if (page.length === 0) break;
    leaves.push(...page);
  }
  return leaves;
}

/** Takes what the server has beyond what was verified, after any sync that is under way. */
export function sync(context: Context): Promise<LogReport> {
  const result = context.syncing.then(() => takeNews(context));
  context.syncing = result.catch(() => undefined);
  return result;
}

/** The head is asked for first, so that log and leaves reach it. */
async function takeNews(context: Context): Promise<LogReport> {
  const { calls, worker, store, report } = context;
  const pinned = report.pin?.logSize ?? null;
  // An account whose keys nobody has set up has no head either.
  if (pinned === null && report.state.nextSeq === 0 && (await calls.log(-1)).length === 0) return report;
  const askedAt = Date.now();
  const head = await calls.head(pinned).catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  const from = { entries: report.state.nextSeq, leaves: report.leaves };
  const entries = await newEntries(context, from.entries - 1);
  const leaves = head ? await newLeaves(context, from.leaves, sizeIn(head.note)) : [];
  const shown = head && { note: head.note, consistency: head.consistency, logKey: head.logKeyB64u, askedAt };
  context.report = await worker.takeLog(shown ? { entries, leaves, head: shown } : { entries, leaves });
  if (entries.length > 0 || leaves.length > 0) await store.addToLog(from, { entries, leaves });
  if (context.report.pin && context.report.pin.logSize !== pinned) await changeRecord(context, { pins: context.report.pin });
  return context.report;
}

/** Lets the log work of this tab go one after another. */
export function inTurn<T>(context: Context, work: () => Promise<T>): Promise<T> {
  const result = context.turn.then(work, work);
  context.turn = result.catch(() => undefined);
  return result;
}

/** The log loop: sync, sign, send; and again when somebody else was faster, as long as the wish still makes sense. */
export async function write<T>(context: Context, attempt: (state: LogState) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    const { state } = await sync(context);
    try {
      const done = await attempt(state);
      await sync(context);
      return done;
    } catch (error) {
      if (!hasMoved(error)) throw error;
      if (tried === TRIES) throw new Error(MOVED, { cause: error });
    }
  }
}

/** Signs drafts for the state in hand and appends them together. */
export async function appendDrafts({ worker, calls }: Context, drafts: readonly KeyDraft[], as?: "recovered"): Promise<void> {
  if (drafts.length === 0) return;
  await calls.append(await worker.signKeys(as ? { drafts, as } : { drafts }));
}
