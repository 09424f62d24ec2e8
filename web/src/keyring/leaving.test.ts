/** Locking and leaving depend on nothing that is left: no worker, no storage, no server. */
import { IDBFactory } from "fake-indexeddb";
import { afterEach, describe, expect, it, vi } from "vitest";

import { steps } from "./leaving.ts";
import { aWorker } from "./testing/browser.ts";
import { aKeyServer, type KeyServer } from "./testing/keyServer.ts";
import { anOpenAccount, browser, closeBrowsers, PASSPHRASE } from "./testing/people.ts";
import type { WorkerHandle } from "./options.ts";
import { WorkerLost } from "./watch.ts";

afterEach(() => {
  closeBrowsers();
  vi.restoreAllMocks();
});

/** What waits for something that never comes is told by its never ending; a busy machine takes its time. */
const SOON_MS = 30_000;

const never = () => new Promise<never>(() => undefined);

async function soon(work: Promise<unknown>): Promise<string> {
  const late = new Promise<string>((resolve) => { setTimeout(() => resolve("late"), SOON_MS); });
  return Promise.race([work.then(() => "soon", (error: unknown) => `failed: ${String(error)}`), late]);
}

/** Workers of a browser, which stop answering when they are told to. */
function silentWorkers() {
  const state = { silent: false, ended: 0, started: 0 };
  function startWorker(): WorkerHandle {
    const { operations, end } = aWorker();
    state.started += 1;
    return {
      operations: new Proxy(operations, { get: (target, name: keyof WorkerHandle["operations"]) => (state.silent ? never : target[name]) }),
      end: () => {
        state.ended += 1;
        end();
      },
    };
  }
  return { state, startWorker };
}

const deviceIn = async (storage: IDBFactory): Promise<{ cache: unknown }> => {
  const request = storage.open("coffer-keyring-v1");
  await new Promise((resolve) => { request.onsuccess = resolve; });
  const all = request.result.transaction("devices").objectStore("devices").getAll();
  await new Promise((resolve) => { all.onsuccess = resolve; });
  request.result.close();
  return (all.result as { cache: unknown }[])[0] ?? { cache: "no record" };
};

async function locked(server: KeyServer, owner: Parameters<typeof browser>[1], storage: IDBFactory): Promise<string> {
  const again = await browser(server, owner, { storage });
  return again.keyring.state().name;
}

describe("locking", () => {
  it("releases the server's share and forgets the local half", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    await expect.poll(() => server.hasShare(owner.id)).toBe(true);
    await clara.keyring.lock();
    expect(server.hasShare(owner.id)).toBe(false);
    expect((await deviceIn(storage)).cache).toBeNull();
    clara.keyring.end();
    expect(await locked(server, owner, storage)).toBe("locked");
  });

  it("holds with the server away: the local half is gone by itself", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    clara.keyring.end();
    const held = await browser(server, owner, { storage, lost: ({ path, method }) => method === "DELETE" && path.endsWith("unlock-share") });
    await held.until("ready");
    await held.keyring.lock();
    expect(server.hasShare(owner.id)).toBe(true);
    held.keyring.end();
    expect(await locked(server, owner, storage)).toBe("locked");
  });

  it("holds with the storage broken: the share is gone by itself", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    type Begin = (this: IDBDatabase, ...asked: Parameters<IDBDatabase["transaction"]>) => IDBTransaction;
    const transaction = Reflect.get(IDBDatabase.prototype, "transaction") as Begin;
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(function refuse(this: IDBDatabase, ...asked) {
      if (asked[1] === "readwrite") throw new DOMException("The disk is full.", "QuotaExceededError");
      return transaction.apply(this, asked);
    });
    expect(await soon(clara.keyring.lock())).toBe("soon");
    vi.restoreAllMocks();
    expect((await deviceIn(storage)).cache).not.toBeNull();
    expect(server.hasShare(owner.id)).toBe(false);
    clara.keyring.end();
    expect(await locked(server, owner, storage)).toBe("locked");
  });

  it("waits for no worker: one that answers nothing is ended, and the share released", async () => {
    const workers = silentWorkers();
    const { server, owner, clara } = await anOpenAccount({ startWorker: workers.startWorker });
    await expect.poll(() => server.hasShare(owner.id)).toBe(true);
    workers.state.silent = true;
    const asked = clara.keyring.personalRole().catch((error: unknown) => String(error));
    expect(await soon(clara.keyring.lock())).toBe("soon");
    expect(clara.keyring.state()).toEqual({ name: "locked", by: "passphrase" });
    expect(workers.state.ended).toBe(1);
    expect(server.hasShare(owner.id)).toBe(false);
    workers.state.silent = false;
    void asked;
  });

  it("ends the worker that holds the keys, and opens nothing before it is unlocked again", async () => {
    const workers = silentWorkers();
    const { clara } = await anOpenAccount({ startWorker: workers.startWorker });
    const [started, ended] = [workers.state.started, workers.state.ended];
    const locking = clara.keyring.lock();
    expect(workers.state.ended).toBe(ended + 1);
    expect(clara.keyring.state().name).toBe("locked");
    await locking;
    await expect(clara.keyring.personalRole()).rejects.toThrow("Device key not registered");
    expect(workers.state.started).toBe(started + 1);
    await clara.keyring.unlock(PASSPHRASE.passphrase);
    expect(clara.keyring.state().name).toBe("ready");
  });

  it("is heard by every tab of the account", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    const tab = await browser(server, owner, { storage });
    await tab.until("ready");
    await clara.keyring.lock();
    await tab.until("locked");
    await expect(tab.keyring.personalRole()).rejects.toThrow("Device key not registered");
  });

  it("leaves no share behind that was on its way", async () => {
    const storage = new IDBFactory();
    const { server, owner, clara } = await anOpenAccount({ storage });
    await clara.keyring.lock();
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => { arrive = resolve; });
    clara.keyring.end();
    const slow = await browser(server, owner, {
      storage,
      lie: ({ path, method }, answer) => (method === "PUT" && path.endsWith("unlock-share") ? arrived.then(() => answer) : answer),
    });
    const unlocking = slow.keyring.unlock(PASSPHRASE.passphrase).catch(() => "given up");
    await expect.poll(() => server.hasShare(owner.id)).toBe(true);
    await slow.keyring.lock();
    arrive();
    expect(await unlocking).toBe("given up");
    await expect.poll(() => server.hasShare(owner.id)).toBe(false);
    expect(slow.keyring.state().name).toBe("locked");
  });

  it("costs nothing where the browser refuses to keep anything", async () => {
    const refused = new IDBFactory();
    vi.spyOn(refused, "open").mockImplementation(() => { throw new DOMException("No.", "SecurityError"); });
    const server = await aKeyServer();
    const owner = server.join("clara@example.test", server.roles.owner);
    const { keyring } = await browser(server, owner, { storage: refused, openedHere: true });
    expect(keyring.state().name).toBe("new");
    expect(await soon(keyring.lock())).toBe("soon");
  });
});

describe("a worker that is lost", () => {
  it("is a state in which nothing is open, and a new one takes its place when somebody tries again", async () => {
    const told: ((reason: WorkerLost) => void)[] = [];
    const { server, owner, clara } = await anOpenAccount({
      startWorker: (onLost) => {
        told.push(onLost);
        return aWorker();
      },
    });
    await expect.poll(() => server.hasShare(owner.id)).toBe(true);
    told.at(-1)?.(new WorkerLost("work"));
    expect(clara.keyring.state()).toEqual({ name: "stopped", when: "work" });
    await expect(clara.keyring.personalRole()).rejects.toThrow("stopped");
    // Nothing starts it behind anybody's back.
    await clara.hear();
    expect(told).toHaveLength(1);
    await clara.keyring.restart();
    expect(clara.keyring.state().name).toBe("ready");
    // Word of the first one comes too late to matter.
    told[0]?.(new WorkerLost("work"));
    expect(clara.keyring.state().name).toBe("ready");
  });

  it("is told of when it cannot even be begun, and can be left all the same", async () => {
    const server = await aKeyServer();
    const owner = server.join("clara@example.test", server.roles.owner);
    const { keyring } = await browser(server, owner, { openedHere: true, startWorker: () => { throw new TypeError("No such script."); } });
    expect(keyring.state()).toEqual({ name: "stopped", when: "start" });
    expect(await soon(keyring.lock())).toBe("soon");
    expect(keyring.state().name).toBe("stopped");
  });
});

describe("a step of leaving", () => {
  afterEach(() => vi.useRealTimers());

  it("is taken at once, beside the others, and keeps nobody longer than two seconds", async () => {
    vi.useFakeTimers();
    const taken: string[] = [];
    let out = false;
    const leaving = steps(
      () => { taken.push("throws"); throw new Error("refused"); },
      () => { taken.push("hangs"); return never(); },
      () => { taken.push("fails"); return Promise.reject(new Error("away")); },
      () => { taken.push("works"); },
    ).then(() => { out = true; });
    expect(taken).toEqual(["throws", "hangs", "fails", "works"]);
    await vi.advanceTimersByTimeAsync(1999);
    expect(out).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await leaving;
  });
});
