/**
 * What the page holds of the desk: the rows on the screen and the opened items, one map per subscription.
 *
 * It is emptied when a subscription closes and when the device locks. A row that did not change is the same object as before.
 */
import type { Says } from "./acts.ts";
import { held, windowOf, type Held, type LiveNames, type LiveOne, type LiveView, type Window } from "./live.ts";
import type { FromDesk, Hit, Named, On, Push, ToDesk, View } from "./messages.ts";
import type { Cell, Kind, Shelf, Whole } from "./row.ts";

export interface Facet {
  readonly value: Cell;
  readonly count: number;
}

export interface Shown {
  /** `whole`: with all that is known of each row. */
  readonly view: (how?: { readonly whole: boolean }) => LiveView;
  readonly one: () => LiveOne;
  readonly names: () => LiveNames;
  readonly find: (text: string, kinds: readonly Kind[], most: number) => Promise<readonly Hit[]>;
  readonly facets: (view: View, column: string) => Promise<readonly Facet[]>;
  /** Which rows a selection means now. */
  readonly pick: (on: On) => Promise<readonly string[]>;
  /** All of several items. What is not there any more is left out. */
  readonly take: (kind: Shelf, on: On) => Promise<readonly Whole[]>;
  /** Shows a change at once; to be told what became of it: the version of the item that holds it, or null where it was taken back. */
  readonly act: (kind: Shelf, id: string, says: Says) => (version: number | null) => void;
  readonly hear: (message: FromDesk) => void;
  /** The desk is gone: everything is emptied, and what waits for an answer gets none. */
  readonly end: (reason?: Error) => void;
  /** How many questions, windows and items wait for their answer. */
  readonly waiting: () => number;
}

interface Subscription {
  readonly hear: (message: FromDesk) => void;
  readonly empty: () => void;
}

interface Question {
  readonly answer: (message: FromDesk) => void;
  readonly fail: (reason: Error) => void;
}

/** The keys were locked, or the desk was lost, before it had answered. */
export class DeskClosed extends Error {
  constructor() {
    super("The list was closed.");
    this.name = "DeskClosed";
  }
}

/** A filter that the desk cannot ask; `at` is the place of its fault. */
export class FilterRefused extends Error {
  readonly at: string;

  constructor(at: string) {
    super("This filter cannot be asked here.");
    this.name = "FilterRefused";
    this.at = at;
  }
}

/** `nextFrame` calls back when what was just told is on the screen: the desk waits for that. */
export function openShown(send: (message: ToDesk) => void, nextFrame: (callback: () => void) => void): Shown {
  const subscriptions = new Map<number, Subscription>();
  const questions = new Map<number, Question>();
  /** Subscriptions that were asked for something and have not been answered since. */
  const due = new Set<number>();
  let numbers = 0;
  let ended: Error | null = null;

  const post = (message: ToDesk): void => {
    if (!ended) send(message);
  };

  /** After the frame that draws it. */
  function took(n: number, turn = 0): void {
    due.delete(n);
    nextFrame(() => subscriptions.has(n) && post({ got: n, turn, taken: true }));
  }

  function subscribe(subscription: Subscription): number {
    numbers += 1;
    if (!ended) subscriptions.set(numbers, subscription);
    return numbers;
  }

  function unsubscribe(n: number): void {
    due.delete(n);
    if (subscriptions.delete(n)) post({ close: n });
  }

  function view({ whole } = { whole: false }): LiveView {
    const value = held<Window>();
    let n: number | null = null;
    let turn = 0;
    let shown = "";
    let refused: string | null = null;

    function take(push: Push, own: number): void {
      if (push.turn !== turn) return post({ got: own, turn: push.turn, taken: false });
      value.set(windowOf(push, value.now()));
      return took(own, turn);
    }

    function hear(message: FromDesk): void {
      if ("n" in message) return take(message, message.n);
      if (!("refused" in message) || message.turn !== turn) return undefined;
      close();
      refused = message.at;
      return value.set(null);
    }

    function close(): void {
      if (n !== null) unsubscribe(n);
      [n, shown, refused] = [null, "", null];
      value.set(null);
    }

    return {
      subscribe: value.subscribe, now: value.now,
      refused: () => refused,
      show: (now, from, to) => {
        const written = JSON.stringify(now);
        const isSame = n !== null && written === shown;
        turn += 1;
        n ??= subscribe({ hear, empty: () => value.set(null) });
        due.add(n);
        if (isSame) return post({ move: n, turn, from, to });
        [shown, refused] = [written, null];
        return post({ open: n, turn, view: now, from, to, whole });
      },
      hold: (is) => {
        if (n !== null) post({ hold: n, held: is });
      },
      close,
    };
  }

  /** A subscription that asks for something else under another number. */
  function following<Value>(value: Held<Value>, hear: (message: FromDesk, n: number) => void) {
    let n: number | null = null;
    const close = (): void => {
      if (n !== null) unsubscribe(n);
      n = null;
      value.set(null);
    };
    const ask = (question: (n: number) => ToDesk): void => {
      close();
      const own: number = subscribe({ hear: (message) => hear(message, own), empty: () => value.set(null) });
      n = own;
      due.add(own);
      post(question(own));
    };
    return { subscribe: value.subscribe, now: value.now, close, ask };
  }

  function one(): LiveOne {
    const value = held<{ readonly whole: Whole | null }>();
    const { ask, ...live } = following(value, (message, n) => {
      if (!("one" in message)) return;
      value.set({ whole: message.whole });
      took(n);
    });
    return { ...live, show: (kind, id) => ask((n) => ({ one: n, kind, id })) };
  }

  function names(): LiveNames {
    const value = held<ReadonlyMap<string, Named>>();
    const { ask, ...live } = following(value, (message, n) => {
      if (!("names" in message)) return;
      const known = new Map(value.now());
      for (const name of message.named) known.set(name.id, name);
      for (const id of message.gone) known.delete(id);
      value.set(known);
      took(n);
    });
    return { ...live, show: (kind, ids) => ask((n) => ({ names: n, kind, ids })) };
  }

  function asked<Value>(question: (n: number) => ToDesk, answer: (message: FromDesk) => Value | null): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (ended) return reject(ended);
      numbers += 1;
      questions.set(numbers, {
        answer: (message) => {
          const value = answer(message);
          if (value !== null) resolve(value);
          else reject(new FilterRefused("refused" in message ? message.at : ""));
        },
        fail: reject,
      });
      return post(question(numbers));
    });
  }

  function hear(message: FromDesk): void {
    const n = numberOf(message);
    subscriptions.get(n)?.hear(message);
    questions.get(n)?.answer(message);
    questions.delete(n);
  }

  return {
    view, one, names, hear,
    find: (text, kinds, most) => asked((find) => ({ find, text, kinds, most }), (message) => ("find" in message ? message.hits : null)),
    facets: (of, column) => asked((facets) => ({ facets, view: of, column }), (message) => ("facets" in message ? message.values : null)),
    pick: (on) => asked((pick) => ({ pick, on }), (message) => ("pick" in message ? message.ids : null)),
    take: (kind, on) => asked((take) => ({ take, kind, on }), (message) => ("take" in message ? message.items : null)),
    act(kind, id, says) {
      numbers += 1;
      const act = numbers;
      post({ act, kind, id, says });
      return (version) => post({ settle: act, kind, id, version });
    },
    waiting: () => questions.size + due.size,
    end: (reason = new DeskClosed()) => {
      ended ??= reason;
      for (const { empty } of subscriptions.values()) empty();
      for (const { fail } of questions.values()) fail(ended);
      subscriptions.clear();
      due.clear();
      questions.clear();
    },
  };
}

/** Every answer begins with the number of what was asked. */
function numberOf(message: FromDesk): number {
  if ("n" in message) return message.n;
  const [first] = Object.values(message) as unknown[];
  return typeof first === "number" ? first : -1;
}
