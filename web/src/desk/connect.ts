/** The desk worker from the page's side. Starting it belongs to the app and its policy. */
import { watchOver, type WorkerLost } from "../keyring/watch.ts";
import type { FromKeys } from "./messages.ts";
import { ALIVE, ASK, type FromWorker, type ToWorker } from "./port.ts";
import { openShown, type Shown } from "./shown.ts";

/** As much of a worker as a page needs. */
export interface Outside {
  postMessage(message: ToWorker): void;
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
  /** Ends the worker at once, and empties what the page holds of it. */
  readonly end: () => void;
}

interface Connecting {
  readonly language: string;
  /** Calls back when what was just told is on the screen. */
  readonly nextFrame: (callback: () => void) => void;
  readonly onLost: (reason: WorkerLost) => void;
}

export function connectDesk(worker: Outside, { language, nextFrame, onLost }: Connecting): DeskHandle {
  const shown = openShown((message) => {
    worker.postMessage({ desk: message });
    if (!("got" in message || "close" in message)) watch.called();
  }, nextFrame);

  function end(reason?: Error): void {
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
  worker.addEventListener("message", ({ data }) => {
    if (data !== ALIVE) shown.hear(data);
    watch.heard();
  });
  worker.addEventListener("error", watch.failed);
  worker.addEventListener("messageerror", watch.failed);
  const speak = (another: string): void => worker.postMessage({ language: another });
  speak(language);
  return { shown, speak, keys: (message) => worker.postMessage({ keys: message }), end: () => end() };
}

/** A frame that draws what was told before it; where nothing is drawn, at once. */
export function afterFrame(callback: () => void): void {
  if (document.visibilityState === "hidden") callback();
  else requestAnimationFrame(() => callback());
}
