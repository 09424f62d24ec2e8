/** The crypto worker as the page starts it: one address known at build time, and the calls to it. */
import type { WorkerHandle } from "./keyring.ts";
import type { VaultOperations } from "./worker/operations.ts";
import { connect } from "./worker/rpc.ts";
import cryptoWorkerUrl from "./worker/cryptoWorker.ts?worker&url";

export { cryptoWorkerUrl };

type Started = VaultOperations & { start: (start: unknown) => Promise<void> };

/** `makeWorker` belongs to the app, because one policy admits the addresses of all workers. */
export function startCryptoWorker(makeWorker: (url: string) => Worker): WorkerHandle {
  const worker = makeWorker(cryptoWorkerUrl);
  return { operations: connect<Started>(worker), end: () => worker.terminate() };
}
