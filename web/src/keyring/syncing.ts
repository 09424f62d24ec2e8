/** Taking what the server has beyond what was verified: one look at a time, shared by all who want one. */
import type { Signed } from "../crypto/statements.ts";
import { askEntries, askHead, askLeaves, NoAnswer, ViewClosed } from "./asking.ts";
import { changeRecord, type Context } from "./context.ts";
import { FRESH_MS } from "./memory.ts";
import type { KeptLog } from "./store.ts";
import type { LogAnswers, LogReport } from "./worker/logOperations.ts";

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
    const page = await askEntries(calls.log(after + entries.length));
    entries.push(...page);
    if (page.length < LOG_PAGE) return entries;
  }
}

async function newLeaves({ calls }: Context, from: number, to: number): Promise<KeptLog["leaves"]> {
  const leaves: KeptLog["leaves"][number][] = [];
  while (from + leaves.length < to) {
    const page = await askLeaves(calls.leaves(from + leaves.length, Math.min(to, from + leaves.length + LEAVES_PER_CALL)));
    if (page.length === 0) break;
    leaves.push(...page);
  }
  return leaves;
}

/** The head is asked for first, so that log and leaves reach it. */
async function askForNews(context: Context): Promise<LogAnswers> {
  const { calls, report } = context;
  const pinned = report.pin?.logSize ?? null;
  const from = { entries: report.state.nextSeq, leaves: report.leaves };
  // An account whose keys nobody has set up has no head either.
  if (pinned === null && from.entries === 0 && (await askEntries(calls.log(-1))).length === 0) return { entries: [], leaves: [], head: "missing" };
  const askedAt = Date.now();
  const { note, consistency, logKeyB64u: logKey } = await askHead(calls.head(pinned));
  const entries = await newEntries(context, from.entries - 1);
  const leaves = await newLeaves(context, from.leaves, sizeIn(note));
  return { entries, leaves, head: { note, consistency, logKey, askedAt } };
}

/** Whatever was answered is the worker's to judge, and so is that nothing was. */
async function takeNews(context: Context): Promise<LogReport> {
  const { worker, store, report } = context;
  const from = { entries: report.state.nextSeq, leaves: report.leaves };
  const pinned = report.pin?.logSize ?? null;
  const answers = await askForNews(context).catch(async (error: unknown): Promise<LogAnswers> => {
    if (error instanceof NoAnswer) return { entries: await entriesWithoutHead(context), leaves: [], head: "missing", instead: error.instead };
    if (!(error instanceof ViewClosed)) context.report = await worker.takeLog({ entries: [], leaves: [], head: "unreachable" });
    throw error;
  });
  context.report = await worker.takeLog(answers);
  const { entries, leaves } = answers;
  if (entries.length > 0 || leaves.length > 0) await store.addToLog(from, { entries, leaves });
  if (context.report.pin && context.report.pin.logSize !== pinned) await changeRecord(context, { pins: context.report.pin });
  return context.report;
}

/** Whether there is a log at all tells a browser that has just signed statement 0 that it has arrived. */
async function entriesWithoutHead(context: Context): Promise<readonly Signed[]> {
  const { anchor } = context.report.standing;
  if (anchor !== "genesis" && anchor !== "none") return [];
  return newEntries(context, context.report.state.nextSeq - 1).catch((error: unknown) => {
    if (error instanceof NoAnswer) return [];
    throw error;
  });
}
