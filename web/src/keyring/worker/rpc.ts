/** Calls between a page and its worker: one message there, one back, errors with their codes. */

// Each operation takes one argument and gives one answer; the types of both stay with the operation.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Operations = Record<string, (argument: any) => Promise<unknown>>;

interface Call {
  readonly id: number;
  readonly operation: string;
  readonly argument: unknown;
}

interface Answer {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: RemoteError;
}

/** Says that the other side lives: unasked when it has started, and at once to whoever asks, whatever it is busy with. */
const ALIVE = "alive";
/** Asks for that sign. */
const ASK = "ask";

export interface RemoteError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
  readonly kind?: string;
  readonly evidence?: unknown;
}

/** What a worker and a page of it have in common, as far as calls need it. */
export interface Port {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
}

/** The error of every call that was under way, or comes later, when the keys were locked. */
export class Abandoned extends Error {
  constructor() {
    super("The keys were locked.");
    this.name = "Abandoned";
  }
}

/** Large byte strings and ports change hands instead of being copied. */
function transfers(value: unknown): Transferable[] {
  const members: unknown[] = typeof value === "object" && value !== null ? Object.values(value) : [];
  const ports = members.filter((member): member is MessagePort => typeof MessagePort !== "undefined" && member instanceof MessagePort);
  return [...ports, ...bytesIn(members)];
}

function bytesIn(members: readonly unknown[]): ArrayBuffer[] {
  return members.filter((member): member is Uint8Array<ArrayBuffer> => member instanceof Uint8Array && member.length > 65536
    && member.length === member.buffer.byteLength).map((bytes) => bytes.buffer);
}

function describe(error: unknown): RemoteError {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const { name, message, code, kind, evidence } = error as Error & Partial<RemoteError>;
  return {
    name, message,
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof kind === "string" ? { kind } : {}),
    ...(evidence === undefined ? {} : { evidence }),
  };
}

/** How one of many pieces of work in a call has ended. */
export type Settled<Value> = { readonly value: Value } | { readonly error: RemoteError };

export async function settle<Value>(work: () => Promise<Value>): Promise<Settled<Value>> {
  try {
    return { value: await work() };
  } catch (error) {
    return { error: describe(error) };
  }
}

/** The error as it was thrown on the other side, as far as people and screens ask. */
export function thrown(error: RemoteError): Error {
  return Object.assign(new Error(error.message), error);
}

/** Answers calls. Operations run one after another, so none sees the half-done work of another. */
export function serve(port: Port, operations: Operations): void {
  let last: Promise<void> = Promise.resolve();
  port.addEventListener("message", ({ data }: MessageEvent<Call | typeof ASK>) => {
    if (data === ASK) port.postMessage(ALIVE, []);
    else last = last.then(() => answer(data));
  });

  async function answer({ id, operation, argument }: Call): Promise<void> {
    try {
      const run = operations[operation];
      if (!run) throw new Error(`There is no operation ${operation}.`);
      const value = await run(argument);
      port.postMessage({ id, value } satisfies Answer, transfers(value));
    } catch (error) {
      port.postMessage({ id, error: describe(error) } satisfies Answer, []);
    }
  }

  port.postMessage(ALIVE, []);
}

/** The operations of the other side as plain async functions. */
export type Remote<O extends Operations> = {
  readonly [K in keyof O]: (...argument: Parameters<O[K]>) => ReturnType<O[K]>;
};

export interface Connection<O extends Operations> {
  readonly operations: Remote<O>;
  /** How many calls wait for their answer. */
  readonly waiting: () => number;
  /** Asks the other side for a sign of life. */
  readonly ask: () => void;
  /** Fails every call that still waits, and every later one: the other side is gone. */
  readonly abandon: (reason?: Error) => void;
}

/** What is told about a connection: a call was sent, and something was heard of the other side. */
export interface Signs {
  readonly called?: () => void;
  readonly heard?: () => void;
}

export function connect<O extends Operations>(port: Port, { called, heard }: Signs = {}): Connection<O> {
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  let next = 0;
  let gone: Error | null = null;
  port.addEventListener("message", ({ data }: MessageEvent<Answer | typeof ALIVE>) => {
    if (data !== ALIVE) settleCall(data);
    heard?.();
  });

  function settleCall({ id, value, error }: Answer): void {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error) call?.reject(thrown(error));
    else call?.resolve(value);
  }

  const call = (operation: string, argument: unknown) =>
    new Promise((resolve, reject) => {
      // A message to a worker that has ended is lost without a word.
      if (gone) return reject(gone);
      const id = next++;
      waiting.set(id, { resolve, reject });
      port.postMessage({ id, operation, argument } satisfies Call, transfers(argument));
      return called?.();
    });
  const operations = new Proxy({} as Remote<O>, {
    get: (_target, operation) => (operation === "then" ? undefined : (argument: unknown) => call(String(operation), argument)),
  });
  const abandon = (reason: Error = new Abandoned()) => {
    gone ??= reason;
    for (const { reject } of waiting.values()) reject(gone);
    waiting.clear();
  };
  return { operations, abandon, waiting: () => waiting.size, ask: () => { port.postMessage(ASK, []); } };
}
