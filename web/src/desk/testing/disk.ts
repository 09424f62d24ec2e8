/** A disk that fails or ends at a step of one's choice, in place of the databases in memory that tests have. */
import { vi } from "vitest";

/** Every put, every delete and every commit is a step. */
export type Did = "put" | "delete" | "commit";

/**
 * What becomes of a step.
 *
 * `before`: the power goes before it, `after`: once it is done; whatever was not committed is not there any more, and nothing comes
 * after it. `throws`, `fails`: the disk refuses it, at once or later.
 */
export type Fault = { readonly ends: "before" | "after" } | { readonly by: "throws" | "fails"; readonly error: string };

/** What of the databases in memory tests take hold of. */
interface Insides extends IDBTransaction {
  readonly _requests: readonly unknown[];
  readonly _state: string;
  readonly _abort: (error: string) => void;
  _start: () => void;
  readonly _execRequestAsync: (asked: { source: unknown; operation: () => unknown }) => IDBRequest;
}

export interface Disk {
  /** What was done of late. */
  readonly steps: readonly Did[];
  /** From now on steps are counted, and this happens at the one with this number. */
  readonly plan: (at: number, fault: Fault) => void;
  /** It is switched on again, and fails no more. */
  readonly heal: () => void;
  readonly end: () => void;
}

const refused = (name: string) => new DOMException("The disk refuses it.", name);

export function aDisk(): Disk {
  const steps: Did[] = [];
  let planned: { readonly at: number; readonly fault: Fault } | null = null;
  let isOff = false;

  /** The fault of this step, if it has one. */
  function next(did: Did): Fault | null {
    if (isOff) throw refused("AbortError");
    steps.push(did);
    return planned?.at === steps.length ? planned.fault : null;
  }

  function switchOff(transaction: Insides): void {
    isOff = true;
    transaction._abort("AbortError");
  }

  function request(did: Did, store: IDBObjectStore, go: () => IDBRequest): IDBRequest {
    const transaction = store.transaction as Insides;
    const fault = next(did);
    if (fault === null) return go();
    if ("error" in fault) {
      if (fault.by === "throws") throw refused(fault.error);
      return transaction._execRequestAsync({ source: store, operation: () => { throw refused(fault.error); } });
    }
    if (fault.ends === "after") {
      const asked = go();
      asked.addEventListener("success", () => switchOff(transaction));
      return asked;
    }
    switchOff(transaction);
    throw refused("AbortError");
  }

  /** Once nothing more is asked of it, a transaction commits. */
  function watchCommit(transaction: Insides): void {
    const go = transaction._start.bind(transaction);
    transaction._start = () => {
      if (isOff && transaction._state !== "finished") transaction._abort("AbortError");
      if (isOff || transaction._state === "finished" || transaction._requests.length > 0) return go();
      const fault = next("commit");
      if (fault && "error" in fault) transaction._abort(fault.error);
      else if (fault?.ends === "before") switchOff(transaction);
      go();
      if (fault) isOff ||= "ends" in fault;
      return undefined;
    };
  }

  // Each is called as what it was asked of.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { put, delete: drop } = IDBObjectStore.prototype;
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const { transaction } = IDBDatabase.prototype;
  const spies = [
    vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...asked) {
      return request("put", this, () => put.apply(this, asked)) as IDBRequest<IDBValidKey>;
    }),
    vi.spyOn(IDBObjectStore.prototype, "delete").mockImplementation(function (this: IDBObjectStore, ...asked) {
      return request("delete", this, () => drop.apply(this, asked)) as IDBRequest<undefined>;
    }),
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function (this: IDBDatabase, ...asked) {
      if (isOff) throw refused("InvalidStateError");
      const made = transaction.apply(this, asked) as Insides;
      if (made.mode === "readwrite") watchCommit(made);
      return made;
    }),
  ];
  return {
    steps,
    plan: (at, fault) => {
      steps.length = 0;
      planned = { at, fault };
    },
    heal: () => {
      [planned, isOff] = [null, false];
      steps.length = 0;
    },
    end: () => { for (const spy of spies) spy.mockRestore(); },
  };
}
