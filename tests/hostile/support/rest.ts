/**
 * When a page has nothing left to do: no question without its answer, no call to a worker, no short timer, nothing put off
 * until the browser is idle, nothing drawn a moment ago.
 *
 * It is counted and not guessed from time: a busy machine makes a page slow and not finished. `countWork` runs before the
 * scripts of the page and puts itself around what the browser gives them.
 */
import type { Page } from "@playwright/test";

export interface Counted {
  /**
   * Resolves when the page rests, or after `longest` milliseconds; with `appointments` also what it has put off by seconds
   * is waited for.
   */
  rest: (longest: number, appointments?: boolean) => Promise<void>;
  /** Hands a frame to the page as if the server had sent it on the socket. */
  hear: (frame: unknown) => void;
}

/**
 * Runs in the page, before its scripts. With a moment it is that moment for as long as the page is open, so that two visits
 * show the same ages of the same things; the page's workers keep their own clock.
 */
export function countWork(moment?: number | null): void {
  const { now: clock } = Date;
  if (moment) {
    const Moment = Date;
    window.Date = class extends Moment {
      constructor(...of: unknown[]) {
        super(...((of.length ? of : [moment]) as [number]));
      }
      static override now(): number {
        return moment as number;
      }
    } as DateConstructor;
  }
  // Parts of the app that no visit comes to are not fetched ahead.
  Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  /** A timer of so many milliseconds is work under way; a longer one is an appointment, and still longer ones are habits. */
  const SHORT = 1200;
  const LONG = 12_000;
  const QUIET_TURNS = 4;
  const TURN = 15;
  let under = 0;
  let stamp = 0;
  const began = () => void (under += 1, stamp += 1);
  const ended = () => void (under -= 1, stamp += 1);

  const timers = new Set<unknown>();
  const appointed = new Set<unknown>();
  const { setTimeout: later, clearTimeout: never, requestIdleCallback: idle, cancelIdleCallback: notIdle, fetch: ask } = window;
  const done = (id: unknown) => {
    appointed.delete(id);
    if (timers.delete(id)) ended();
  };
  const counted = (run: TimerHandler, wait = 0, ...rest: unknown[]): number => {
    if (wait > LONG || typeof run !== "function") return later(run, wait, ...rest);
    const id = later(() => {
      done(id);
      (run as (...all: unknown[]) => void)(...rest);
    }, wait);
    if (wait > SHORT) appointed.add(id);
    else {
      timers.add(id);
      began();
    }
    return id;
  };
  window.setTimeout = counted as typeof window.setTimeout;
  window.clearTimeout = (id) => (done(id), never(id));

  const put = new Set<number>();
  window.requestIdleCallback = (run, options) => {
    const id = idle((deadline) => {
      if (put.delete(id)) ended();
      run(deadline);
    }, options);
    put.add(id);
    began();
    return id;
  };
  window.cancelIdleCallback = (id) => {
    if (put.delete(id)) ended();
    notIdle(id);
  };

  window.fetch = (...question) => {
    began();
    return ask(...question).finally(ended);
  };

  const over = (ends: EventTarget, ...names: string[]) => {
    let open = true;
    began();
    for (const name of names) {
      ends.addEventListener(name, () => {
        if (open) ended();
        open = false;
      });
    }
  };
  const { open: openStore } = IDBFactory.prototype;
  IDBFactory.prototype.open = function (...store) {
    const opening = openStore.apply(this, store);
    over(opening, "success", "error");
    return opening;
  };
  const { transaction } = IDBDatabase.prototype;
  IDBDatabase.prototype.transaction = function (...of: Parameters<typeof transaction>) {
    const made = transaction.apply(this, of);
    over(made, "complete", "abort");
    return made;
  };

  /** Our own calls have an `id`, those of the library for PDF a `callbackId`: the answer has the same. */
  type Message = { id?: unknown; callbackId?: unknown } | string | null;
  const nameOf = (message: Message): string | null => {
    if (typeof message !== "object" || message === null) return null;
    if (typeof message.id === "number") return `id ${String(message.id)}`;
    return typeof message.callbackId === "number" ? `callback ${String(message.callbackId)}` : null;
  };
  const Thread = window.Worker;
  window.Worker = class extends Thread {
    private readonly calls = new Set<string>();
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      // The worker with the keys says when it is there.
      if (String(address).includes("cryptoWorker")) over(this, "message", "error");
      this.addEventListener("message", ({ data }: MessageEvent<Message>) => {
        stamp += 1;
        const name = nameOf(data);
        if (name !== null && this.calls.delete(name)) ended();
      });
    }
    override postMessage(message: Message, transfer?: Transferable[] | StructuredSerializeOptions): void {
      const name = nameOf(message);
      if (name !== null && (message as { callback?: unknown }).callback === undefined && !this.calls.has(name)) {
        this.calls.add(name);
        began();
      }
      super.postMessage(message, transfer as Transferable[]);
    }
    override terminate(): void {
      for (const name of [...this.calls]) if (this.calls.delete(name)) ended();
      super.terminate();
    }
  };

  if (document.readyState !== "complete") over(window, "load");

  const sockets = new Set<WebSocket>();
  const Line = window.WebSocket;
  window.WebSocket = class extends Line {
    constructor(...address: ConstructorParameters<typeof WebSocket>) {
      super(...address);
      sockets.add(this);
      // The first word says whether the page has missed anything.
      over(this, "message", "close");
      this.addEventListener("close", () => void sockets.delete(this));
    }
  };

  new MutationObserver(() => void (stamp += 1)).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });

  const turn = () => new Promise<void>((resolve) => later(resolve, TURN));
  Object.assign(window, {
    counted: {
      async rest(longest, appointments = false) {
        const until = clock() + longest;
        for (let quiet = 0, before = -1; quiet < QUIET_TURNS && clock() < until; ) {
          await turn();
          const waits = under > 0 || (appointments && appointed.size > 0);
          quiet = !waits && stamp === before ? quiet + 1 : 0;
          before = stamp;
        }
      },
      hear(frame) {
        for (const socket of sockets) socket.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
      },
    } satisfies Counted,
  });
}

export type Watching = Window & { counted: Counted };

export const hear = (page: Page, frames: readonly unknown[]): Promise<void> =>
  page.evaluate((all) => all.forEach((frame) => (window as unknown as Watching).counted.hear(frame)), frames);
