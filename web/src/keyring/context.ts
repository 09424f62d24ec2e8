/** What the flows of the keyring share: the worker, the calls, the local record, and what was verified so far. */
import type { PersonName } from "../crypto/commitments.ts";
import type { KeyState as LogState } from "../crypto/keyLog/state.ts";
import type { Looking } from "./acting.ts";
import type { KeyCalls } from "./calls.ts";
import type { Memory } from "./memory.ts";
import type { DeviceRecord, EndNote, KeyStore } from "./store.ts";
import type { Syncing } from "./syncing.ts";
import type { LogReport } from "./worker/logOperations.ts";

export interface Person {
  readonly userId: string;
  /** Name and e-mail as the pages of this browser show them to this person. */
  readonly appearsAs: PersonName;
  /** Whether this page has seen the text as the person's sign-in password. */
  readonly isSignInPassword: (text: string) => boolean;
}

export interface Context {
  readonly account: { readonly id: string; readonly roleId: string; readonly isOwner: boolean };
  readonly person: Person;
  readonly calls: KeyCalls;
  /** What signs, seals, wraps or reveals is with an `Acting` context only. */
  readonly worker: Looking;
  readonly store: KeyStore;
  /** Answers of a moment ago; gone with whatever changes them. */
  readonly memory: Memory;
  record: DeviceRecord | null;
  /** How this browser stopped being a device, until it is one again. */
  end: EndNote | null;
  report: LogReport;
  /** The server keeps no share for a device that nobody has let in yet; the cache is made as soon as it does. */
  cacheWaits: boolean;
  /** Wrong pass-phrases in a row; each makes the next try wait longer. */
  wrongTries: number;
  /** Secrets of links that this page has made for further devices of its person. */
  readonly pairings: Map<string, string>;
  /** Work on the log is done one after another, so that this tab never races itself. */
  turn: Promise<unknown>;
  readonly syncing: Syncing;
  /** What this device knows of objects was taken from the store; nothing is read before. */
  recalled: Promise<void> | null;
}

export function logState(context: Context): LogState {
  return context.report.state;
}

export async function changeRecord(context: Context, change: Partial<DeviceRecord>): Promise<void> {
  if (!context.record) return;
  context.record = { ...context.record, ...change };
  context.memory.forget("overview");
  await context.store.changeDevice(context.record.deviceId, change);
}
