/** Taking what the server has beyond what was verified: one look at a time, shared by all who want one. */
import type { Signed } from "../crypto/statements.ts";
import { isMissing } from "./calls.ts";
import { changeRecord, type Context } from "./context.ts";
import { FRESH_MS } from "./memory.ts";
import type { KeptLog } from "./store.ts";
import type { LogReport } from "./worker/logOperations.ts";

const LEAVES_PER_CALL = 5000;
const LOG_PAGE = 500;

export interface Syncing {
  running: Promise<LogReport> | null;
  /** Begins when the running one has ended: it may have asked before something happened. */
  next: Promise<LogReport> | null;
  /** When the last one has ended well. */
  doneAt: number;
  /** The server has told of news that no look has begun after. */
  told: boolean;
}

export const notSynced = (): Syncing => ({ running: null, next: null, doneAt: 0, told: false });

/** Takes everything that the server has at the time of this call. */
export function sync(context: Context): Promise<LogReport> {
  const { syncing } = context;
  if (syncing.next) return syncing.next;
  if (!syncing.running) return run(context);
  syncing.next = syncing.running.then(() => run(context), () => run(context));
  return syncing.next;
}

/** The same, unless it was done a moment ago and nobody has told of anything since. */
export function syncLately(context: Context, now = Date.now()): Promise<LogReport> {
  const { syncing, report } = context;
  if (syncing.told) return sync(context);
  if (syncing.running) return syncing.running;
  return now - syncing.doneAt < FRESH_MS ? Promise.resolve(report) : sync(context);
}

function run(context: Context): Promise<LogReport> {
  const { syncing } = context;
  syncing.next = null;
  syncing.told = false;
  const running = look(context).finally(() => { if (syncing.running === running) syncing.running = null; });
  syncing.running = running;
  return running;
}

async function look(context: Context): Promise<LogReport> {
  const report = await takeNews(context);
  context.syncing.doneAt = Date.now();
  return report;
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
