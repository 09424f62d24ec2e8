/** The worker, the store and what was verified with both: begun together, and let go of together. */
import type { Anchored } from "../crypto/keyLog/anchors.ts";
import { builtInRoleId } from "../crypto/ids.ts";
import type { KeyCalls } from "./calls.ts";
import type { Context } from "./context.ts";
import type { Memory } from "./memory.ts";
import type { KeyringOptions, WorkerHandle } from "./options.ts";
import { isConfirmed, openKeyStore, type DeviceRecord, type KeyStore } from "./store.ts";
import { notSynced } from "./syncing.ts";
import { WorkerLost } from "./watch.ts";
import type { CarriedLink } from "./worker/readLink.ts";
import { Abandoned } from "./worker/rpc.ts";

/** What leaving takes: the store that is open already, and the record as it is now. */
export interface Kept {
  readonly store: KeyStore;
  record: () => DeviceRecord | null;
}

/** What this browser knows about the account past the server: from a link that it carries, and from what it has made and verified. */
function anchorsOf(record: DeviceRecord | null, link: CarriedLink | null): Anchored[] {
  const anchors: Anchored[] = [];
  if (link) {
    const { account, fingerprint, logSize, logRoot, logKey } = link;
    anchors.push({ is: "link", account, fingerprint, logSize, logRoot, logKey });
  }
  if (!record || !isConfirmed(record)) return anchors;
  if (record.anchor === "comparison" || record.anchor === "signature") anchors.push({ is: record.anchor, fingerprint: record.card.fingerprint });
  if (record.anchor === "genesis") anchors.push({ is: "genesis", device: record.deviceId });
  if (record.pins) anchors.push({ is: "pin", ...record.pins });
  return anchors;
}

export interface HoldingHost {
  /** The link that is carried still. */
  readonly link: () => CarriedLink | null;
  readonly calls: KeyCalls;
  readonly memory: Memory;
  /** The worker did not start, or does not answer any more: everything was let go of. */
  readonly lost: (reason: WorkerLost) => void;
}

export function startHolding(options: KeyringOptions, { calls, memory, link, lost }: HoldingHost) {
  const { account, userId } = options;
  let worker: WorkerHandle | null = null;
  let kept: Kept | null = null;
  let ready: Promise<Context> | null = null;
  let held: Context | null = null;
  /** Grows when everything is let go of: what was begun before ends by itself. */
  let era = 0;

  /** Starts the worker with what this browser kept, and lets it verify all of it again. */
  async function open(): Promise<Context> {
    const begun = era;
    const store = await openKeyStore({ userId, accountId: account.id });
    const record = await store.readDevice();
    if (begun !== era) {
      store.close();
      throw new Abandoned();
    }
    const own: Kept = { store, record: () => record };
    kept = own;
    const { operations } = startWorker();
    await operations.start({
      account: account.id, pin: record?.pins ?? null, anchors: anchorsOf(record, link()), acknowledged: record?.acknowledged ?? [],
    });
    const report = await operations.loadLog(await store.readLog());
    const isOwner = account.roleId === (await builtInRoleId(account.id, "owner"));
    const person = { userId, appearsAs: options.appearsAs, isSignInPassword: options.isSignInPassword ?? (() => false) };
    const context: Context = {
      account: { ...account, isOwner }, person, calls, worker: operations, store, record, report, memory,
      end: record ? null : await store.readEnd(),
      turn: Promise.resolve(), syncing: notSynced(), recalled: null, cacheWaits: false, wrongTries: 0, pairings: new Map(),
    };
    own.record = () => context.record;
    held = context;
    return context;
  }

  /** One that can not even be begun is lost like one that does not start. */
  function startWorker(): WorkerHandle {
    try {
      const started = options.startWorker((reason) => { if (worker === started) stopped(reason); });
      worker = started;
      return started;
    } catch {
      const reason = new WorkerLost("start");
      stopped(reason);
      throw reason;
    }
  }

  /** Without its worker the device is locked, until somebody tries again. */
  function stopped(reason: WorkerLost): void {
    letGo()?.store.close();
    lost(reason);
  }

  /** Ends the worker from outside with everything it holds; it is asked for nothing, and nothing is waited for. */
  function letGo(): Kept | null {
    era += 1;
    worker?.end();
    const before = kept;
    worker = kept = ready = held = null;
    return before;
  }

  /** The worker and what it was started with; a start that failed is tried again at the next call. */
  function context(): Promise<Context> {
    if (ready) return ready;
    const opening = open().catch((error: unknown) => {
      if (ready === opening) ready = null;
      throw error;
    });
    ready = opening;
    return opening;
  }

  return { context, letGo, begun: () => ready, held: () => held };
}
