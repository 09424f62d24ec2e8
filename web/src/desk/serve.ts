/** The desk worker's own side of its port. */
import { openDesk, type Desk } from "./desk.ts";
import type { DeskKind } from "./kind.ts";
import { ALIVE, ASK, type FromWorker, type ToWorker } from "./port.ts";

/** As much of a worker's own side as is needed. */
interface Inside {
  postMessage(message: FromWorker): void;
  addEventListener(type: "message", listener: (event: MessageEvent<ToWorker>) => void): void;
}

export function serveDesk(port: Inside, kinds: readonly DeskKind[]): void {
  let desk: Desk | null = null;
  port.addEventListener("message", ({ data }) => {
    if (data === ASK) port.postMessage(ALIVE);
    else if ("language" in data && desk) desk.speak(data.language);
    else if ("language" in data) desk = openDesk({ kinds, language: data.language, tell: (message) => port.postMessage(message) });
    else if ("keys" in data) desk?.keys(data.keys);
    else desk?.page(data.desk);
  });
  port.postMessage(ALIVE);
}
