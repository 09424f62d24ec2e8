/** The crypto worker from the page's side: a started worker as calls. Starting it belongs to the app and its policy. */
import type { WorkerHandle } from "./keyring.ts";
import type { Start, VaultOperations } from "./worker/operations.ts";
import { connect } from "./worker/rpc.ts";

type Startable = VaultOperations & { start: (start: Start) => Promise<void> };

export function connectCryptoWorker(worker: Worker): WorkerHandle {
  const { operations, abandon } = connect<Startable>(worker);
  return {
    operations,
    end: () => {
      worker.terminate();
      abandon();
    },
  };
}
