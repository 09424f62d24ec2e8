/** A browser in tests: its own storage, its own worker in this process, and a keyring in front of both. */
import "fake-indexeddb/auto";
import { IDBFactory } from "fake-indexeddb";

import type { Id } from "../../crypto/ids.ts";
import { createKeyring, type KeyringOptions, type LivingKeyring, type WorkerHandle } from "../keyring.ts";
import type { KeyState } from "../contract.ts";
import { hasDevice } from "../store.ts";
import { openVault, startableOperations, vaultOperations, type Start, type VaultOperations } from "../worker/operations.ts";
import { readLink } from "../worker/readLink.ts";
import { permitted, PERMITS } from "../worker/permits.ts";
import { connect, serve, type Operations, type Port } from "../worker/rpc.ts";
import { stateNow, type Vault } from "../worker/vault.ts";
import type { KeyServer, Request } from "./keyServer.ts";

/** Two ends of a wire that copies messages as a worker's does. */
export function portPair(): readonly [Port, Port] {
  const listeners: [((event: MessageEvent) => void)[], ((event: MessageEvent) => void)[]] = [[], []];
  const end = (mine: 0 | 1, other: 0 | 1): Port => ({
    addEventListener: (_type, listener) => { listeners[mine].push(listener); },
    postMessage: (message, transfer) => {
      const data: unknown = structuredClone(message, { transfer });
      queueMicrotask(() => { for (const listener of listeners[other]) listener({ data } as MessageEvent); });
    },
  });
  return [end(0, 1), end(1, 0)];
}

export function aWorker(): WorkerHandle {
  const [page, inside] = portPair();
  serve(inside, startableOperations());
  const { operations, abandon } = connect<VaultOperations & { start: (start: Start) => Promise<void> }>(page);
  return { operations, end: abandon };
}

/** A worker whose insides a test sees: what a person with a browser of their own can do with their keys. */
export function anOpenWorker(): { readonly start: () => WorkerHandle; readonly vault: () => Vault } {
  let vault: Vault | null = null;
  let inside: VaultOperations | null = null;
  const start = async (argument: Start) => {
    vault = await openVault(argument);
    inside = vaultOperations(vault);
  };
  const operations = new Proxy({}, {
    get: (_target, name) => (name === "start" ? start : (inside as unknown as Record<string, unknown>)[String(name)]),
  }) as WorkerHandle["operations"];
  return {
    start: () => ({ operations, end: () => undefined }),
    vault: () => {
      if (!vault) throw new Error("The worker was not started.");
      return vault;
    },
  };
}

/** A worker as pages have it, behind its own door, with what it holds open to a test. */
export function aWatchedWorker(): { readonly start: () => WorkerHandle; readonly vault: () => Vault | null } {
  let vault: Vault | null = null;
  const start = (): WorkerHandle => {
    let operations: Operations = {};
    const [page, inside] = portPair();
    const begin = async (argument: Start) => {
      const mine = await openVault(argument);
      vault = mine;
      operations = permitted(vaultOperations(mine), PERMITS, () => stateNow(mine));
    };
    serve(inside, new Proxy<Operations>({}, { get: (_target, name) => (name === "start" ? begin : operations[String(name)]) }));
    const { operations: remote, abandon } = connect<VaultOperations & { start: (start: Start) => Promise<void> }>(page);
    return { operations: remote, end: abandon };
  };
  return { start, vault: () => vault };
}

export interface TestBrowser {
  readonly keyring: LivingKeyring;
  /** Waits for a state. */
  until(name: KeyState["name"]): Promise<KeyState>;
  /** The server has news. */
  hear(): Promise<void>;
}

interface Person {
  readonly id: Id;
  readonly roleId: Id;
  readonly name: string;
  readonly email: string;
}

/** A busy machine is slow, and a state that does not come at all is a failure. */
const PATIENCE_MS = 20_000;

type Lie = (request: Request, answer: unknown) => unknown;

/** What makes one browser different from another: where it keeps things, how it was reached, and who lies to it. */
export interface BrowserOptions {
  readonly storage?: IDBFactory;
  readonly openedHere?: boolean;
  readonly forgetOpening?: () => void;
  readonly link?: string;
  readonly forgetLink?: () => void;
  readonly lie?: Lie;
  readonly latencyMs?: number;
  /** What this browser calls its person, where that is something else than the server says to others. */
  readonly appearsAs?: KeyringOptions["appearsAs"];
  readonly holdsKeys?: boolean;
  /** What the server says about the switches of the account; that everything may be seen, where a test does not care. */
  readonly disclosure?: KeyringOptions["disclosure"];
  readonly startWorker?: KeyringOptions["startWorker"];
  /** Hears of answers that were refused before they reached the keyring. */
  readonly onRefusedAnswer?: KeyringOptions["onRefusedAnswer"];
  /** Calls that never reach the server. */
  readonly lost?: (request: Request) => boolean;
}

const withLosses = (http: KeyringOptions["http"], lost: BrowserOptions["lost"]): KeyringOptions["http"] =>
  (request) => (lost?.(request) ? Promise.reject(new Error("No connection.")) : http(request));

/** Every browser has storage of its own; it is put in place for the moment in which its database is opened. */
export async function aBrowser(server: KeyServer, person: Person, options: BrowserOptions = {}): Promise<TestBrowser> {
  globalThis.indexedDB = options.storage ?? new IDBFactory();
  const keyring = createKeyring({
    http: withLosses(server.http(person.id, options.lie, options.latencyMs), options.lost), account: { id: server.account, roleId: person.roleId }, userId: person.id, holdsKeys: options.holdsKeys ?? true, anchored: options.holdsKeys === false && await hasDevice({ userId: person.id, accountId: server.account }), disclosure: options.disclosure ?? (() => ({ taskDates: true, documentExpiry: true, assignees: true })), onRefusedAnswer: options.onRefusedAnswer ?? (() => () => undefined),
    openedHere: options.openedHere ?? false, link: options.link === undefined ? null : readLink(options.link.split("#")[1] ?? ""),
    forgetLink: options.forgetLink ?? (() => undefined), forgetOpening: options.forgetOpening ?? (() => undefined), appearsAs: options.appearsAs ?? { name: person.name, email: person.email }, startWorker: options.startWorker ?? aWorker,
  });

  const until = (name: KeyState["name"]) => new Promise<KeyState>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The state stayed "${keyring.state().name}" and did not become "${name}".`)), PATIENCE_MS);
    const look = () => {
      if (keyring.state().name !== name) return;
      clearTimeout(timer);
      resolve(keyring.state());
    };
    keyring.subscribe(look);
    look();
  });

  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The keyring did not start.")), PATIENCE_MS);
    const look = () => {
      if (keyring.state().name === "starting") return;
      clearTimeout(timer);
      resolve();
    };
    keyring.subscribe(look);
    look();
  });
  return {
    keyring,
    until,
    hear: () => keyring.news().catch(() => undefined),
  };
}
