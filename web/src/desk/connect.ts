/** The desk worker from the page's side. Starting it belongs to the app and its policy. */
import type { CopyOwner } from "../keyring/copies.ts";
import type { Keyring } from "../keyring/contract.ts";
import { watchOver, type WorkerLost } from "../keyring/watch.ts";
import type { CopyNote } from "./copy/copy.ts";
import type { FromKeys } from "./messages.ts";
import { ALIVE, ASK, type FromWorker, type Recalled, type ToWorker } from "./port.ts";
import type { Kind } from "./row.ts";
import { openShown, type Shown } from "./shown.ts";

/** As much of a worker as a page needs. */
export interface Outside {
  postMessage(message: ToWorker, transfer?: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent<FromWorker>) => void): void;
  addEventListener(type: "error" | "messageerror", listener: () => void): void;
  terminate(): void;
}

export interface DeskHandle {
  readonly shown: Shown;
  /** What the keys worker has opened, found out or seen end. */
  readonly keys: (message: FromKeys) => void;
  /** The language of the page is another one now. */
  readonly speak: (language: string) => void;
  /** What was kept of a kind on this disk, to be held against what is known now; nothing where no copy is kept, or it takes too long. */
  readonly recall: (kind: Kind) => Promise<readonly Recalled[]>;
  /** Those of them are shown. */
  readonly keep: (kind: Kind, ids: readonly string[]) => void;
  /** What waits to be written is written now; resolves when that is done, or the worker is gone. Null where no copy is kept. */
  readonly rest: () => Promise<void> | null;
  /** Ends the worker at once, and empties what the page holds of it. */
  readonly end: () => void;
}

interface Connecting {
  readonly language: string;
  /** Calls back when what was just told is on the screen. */
  readonly nextFrame: (callback: () => void) => void;
  readonly onLost: (reason: WorkerLost) => void;
  /** Whose copy it keeps, and where its boxes are sealed; null where none is kept. */
  readonly lent?: Promise<Lent | null>;
  readonly onCopy?: (note: CopyNote) => void;
}

export interface Lent {
  readonly owner: CopyOwner;
  readonly port: MessagePort;
}

/** A disk that answers later than this is not waited for: the server is asked anyway. */
const RECALL_MS = 2000;

export function connectDesk(worker: Outside, { language, nextFrame, onLost, lent = Promise.resolve(null), onCopy = () => undefined }: Connecting): DeskHandle {
  const shown = openShown((message) => {
    worker.postMessage({ desk: message });
    if (!("got" in message || "close" in message)) watch.called();
  }, nextFrame);

  const rests = new Map<number, () => void>();
  let keeps = false;
  let hasEnded = false;
  let nextRest = 0;

  function end(reason?: Error): void {
    for (const done of rests.values()) done();
    [keeps, hasEnded] = [false, true];
    watch.end();
    worker.terminate();
    shown.end(reason);
  }

  const watch = watchOver({
    waiting: shown.waiting,
    ask: () => worker.postMessage(ASK),
    lost: (reason) => {
      end(reason);
      onLost(reason);
    },
  });
  const recalls = new Map<Kind, (rows: readonly Recalled[]) => void>();

  function hear(message: Exclude<FromWorker, typeof ALIVE>): void {
    if ("recalled" in message) recalls.get(message.recalled)?.(message.rows);
    else if ("copy" in message) onCopy(message.copy);
    else if ("rested" in message) rests.get(message.rested)?.();
    else shown.hear(message);
    watch.heard();
  }

  const isKept = lent.then((found) => {
    if (found) worker.postMessage({ copy: found.owner, port: found.port }, [found.port]);
    keeps = found !== null && !hasEnded;
    return keeps;
  }, () => false);

  async function recall(kind: Kind): Promise<readonly Recalled[]> {
    if (!(await isKept)) return [];
    return new Promise((resolve) => {
      const late = setTimeout(() => resolve([]), RECALL_MS);
      recalls.set(kind, (rows) => {
        clearTimeout(late);
        resolve(rows);
      });
      worker.postMessage({ recall: kind });
    });
  }

  function rest(): Promise<void> | null {
    if (!keeps) return null;
    const n = nextRest++;
    worker.postMessage({ rest: n });
    return new Promise((resolve) => rests.set(n, () => {
      rests.delete(n);
      resolve();
    }));
  }

  worker.addEventListener("message", ({ data }) => {
    if (data === ALIVE) watch.heard();
    else hear(data);
  });
  worker.addEventListener("error", watch.failed);
  worker.addEventListener("messageerror", watch.failed);
  const speak = (another: string): void => worker.postMessage({ language: another });
  speak(language);
  return {
    shown, speak, recall,
    keep: (kind, ids) => worker.postMessage({ keep: kind, ids }),
    rest,
    keys: (message) => worker.postMessage({ keys: message }), end: () => end(),
  };
}

/** Only an unlocked device seals and opens copies. */
export async function lentBy(keyring: Pick<Keyring, "state" | "lendCopies">): Promise<Lent | null> {
  if (keyring.state().name !== "ready") return null;
  const { port1, port2 } = new MessageChannel();
  const owner = await keyring.lendCopies(port1);
  return owner && { owner, port: port2 };
}

/** A frame that draws what was told before it; where nothing is drawn, at once. */
export function afterFrame(callback: () => void): void {
  if (document.visibilityState === "hidden") callback();
  else requestAnimationFrame(() => callback());
}
