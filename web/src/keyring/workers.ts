/** The crypto worker from the page's side: a started worker as calls. Starting it belongs to the app and its policy. */
import type { WorkerHandle } from "./options.ts";
import { watchOver, type WorkerLost } from "./watch.ts";
import type { Start, VaultOperations } from "./worker/operations.ts";
import { connect, type Port } from "./worker/rpc.ts";

type Startable = VaultOperations & { start: (start: Start) => Promise<void> };

/** What a page does with a worker, as far as the keyring needs it. */
export interface WorkerPort extends Port {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  addEventListener(type: "error" | "messageerror", listener: () => void): void;
  terminate(): void;
}

export function connectCryptoWorker(worker: WorkerPort, onLost: (reason: WorkerLost) => void): WorkerHandle {
  const { operations, abandon, waiting, ask } = connect<Startable>(worker, {
    called: () => { watch.called(); },
    heard: () => { watch.heard(); },
  });

  function stop(reason?: Error): void {
    watch.end();
    worker.terminate();
    abandon(reason);
  }

  const watch = watchOver({
    waiting, ask,
    lost: (reason) => {
      stop(reason);
      onLost(reason);
    },
  });
  worker.addEventListener("error", watch.failed);
  worker.addEventListener("messageerror", watch.failed);
  return { operations, end: () => { stop(); } };
}
