/**
 * Sends parts from threads that are ended after a few of them.
 *
 * A browser keeps a copy of every body that a page has sent until it next collects that page's rubbish, and it does not
 * count those copies when it decides whether to: 2 GiB of a file became a gigabyte of memory. What a thread has held is
 * given back when the thread ends, so memory stays flat for a file of any size.
 *
 * Nothing is copied on the way there: the memory of a part is handed over once the thread has started, and comes back as soon
 * as its request has a copy. So whoever sends the part again sends the very same bytes.
 */
import { CallFailed, inOwnWords, OFFLINE, readFailure } from "../../../api/failure";
import type { Address, Put, PutNews } from "./put";

export interface PartSender {
  /** Sends a part to where it may go, and answers with the tag of what has arrived. Its memory is away meanwhile. */
  readonly put: (address: Address, part: Sendable, onSent: (bytes: number) => void, signal: AbortSignal) => Promise<string>;
  /** Ends all threads, and with them whatever is under way. */
  readonly end: () => void;
}

export interface Sendable {
  bytes: Uint8Array<ArrayBuffer>;
}

/** A thread takes some milliseconds to start, which are lost among this many parts of 8 MiB. */
const PARTS_PER_THREAD = 4;

interface Thread {
  readonly worker: Worker;
  parts: number;
  /** What is handed to a thread whose script never comes would be lost. */
  ready: boolean;
}

/** Why the store did not take a part, in the words of the app. */
async function refusalOf({ status, said }: { status: number; said?: string }): Promise<CallFailed> {
  // Some statuses have no body, and an empty one is one too many.
  return new CallFailed(await inOwnWords(await readFailure(new Response(said || null, { status }))));
}

export function createPartSender(startWorker: () => Worker): PartSender {
  const idle: Thread[] = [];
  const busy = new Set<Thread>();

  /** Back among the idle if it may take another part. */
  function leave(thread: Thread, usable: boolean): void {
    busy.delete(thread);
    thread.parts += 1;
    if (usable && thread.parts < PARTS_PER_THREAD) idle.push(thread);
    else thread.worker.terminate();
  }

  function put(address: Address, part: Sendable, onSent: (bytes: number) => void, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (part.bytes.length === 0) throw new Error("The memory of this part is gone.");
    const thread = idle.pop() ?? { worker: startWorker(), parts: 0, ready: false };
    busy.add(thread);
    return new Promise((resolve, reject) => {
      function end(usable: boolean): void {
        thread.worker.onmessage = null;
        thread.worker.onerror = null;
        // One signal serves all parts of a file; whatever still listened to it would keep its bytes.
        signal.removeEventListener("abort", abort);
        leave(thread, usable);
      }
      function abort(): void {
        end(false);
        reject(new DOMException("Cancelled", "AbortError"));
      }
      function hand(): void {
        const { bytes } = part;
        thread.worker.postMessage({ address, bytes } satisfies Put, [bytes.buffer]);
      }
      function hear(news: PutNews): void {
        if ("ready" in news) {
          thread.ready = true;
          return hand();
        }
        if ("back" in news) return void (part.bytes = news.back);
        if ("sent" in news) return onSent(news.sent);
        end(true);
        if ("unreachable" in news) return reject(new CallFailed(OFFLINE));
        if (news.etag) return resolve(news.etag);
        return void refusalOf(news).then(reject, reject);
      }
      signal.addEventListener("abort", abort);
      thread.worker.onmessage = ({ data }: MessageEvent<PutNews>) => hear(data);
      // Its script could not be loaded: the network is as far away as it is for the part.
      thread.worker.onerror = () => {
        end(false);
        reject(new CallFailed(OFFLINE));
      };
      if (thread.ready) hand();
    });
  }

  return {
    put,
    end: () => {
      for (const { worker } of [...idle.splice(0), ...busy]) worker.terminate();
      busy.clear();
    },
  };
}
