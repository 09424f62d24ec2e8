/** A desk worker that runs on this thread; what crosses is copied, and arrives later, as between threads. */
import type { Outside } from "../connect.ts";
import type { DeskKind } from "../kind.ts";
import type { FromWorker, ToWorker } from "../port.ts";
import { serveDesk } from "../serve.ts";

export function workerHere(kinds: readonly DeskKind[]): Outside {
  let inside: ((event: MessageEvent<ToWorker>) => void) | null = null;
  let outside: ((event: MessageEvent<FromWorker>) => void) | null = null;
  const later = <Message>(message: Message, transfer: Transferable[], to: () => ((event: MessageEvent<Message>) => void) | null): void => {
    const data = structuredClone(message, { transfer });
    queueMicrotask(() => to()?.({ data } as MessageEvent<Message>));
  };
  const worker: Outside = {
    postMessage: (message, transfer = []) => later(message, transfer, () => inside),
    addEventListener: (type: string, listener: (event: MessageEvent<FromWorker>) => void) => {
      if (type === "message") outside = listener;
    },
    terminate: () => {
      [inside, outside] = [null, null];
    },
  };
  serveDesk({ postMessage: (message) => later(message, [], () => outside), addEventListener: (_type, listener) => void (inside = listener) }, kinds);
  return worker;
}
