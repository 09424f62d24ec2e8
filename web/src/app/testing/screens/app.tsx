/** The whole app in a document of a test: its store, its doors, its keyring and its desk, whose workers run on this thread. */
import { act, cleanup, render } from "@testing-library/react";
import { vi } from "vitest";

import { askWhetherThere } from "../../../api/http";
import { baseApi } from "../../../api/baseApi";
import { askBy, followBrowser } from "../../../browser/reach";
import { speakEnglish } from "../../../i18n/testing/InEnglish";
import type { FromWorker } from "../../../desk/port";
import { workerHere } from "../../../desk/testing/worker";
import { portPair } from "../../../keyring/testing/browser";
import { startableOperations } from "../../../keyring/worker/operations";
import { serve } from "../../../keyring/worker/rpc";
import { App } from "../../App";
import { DESK_KINDS } from "../../deskKinds";
import { watchForUpdates } from "../../outdated";
import { store } from "../../store";
import type { FakeServer } from "./server";

/** A worker that answers nothing, as one whose file never came. */
export const deadWorker = () => ({ postMessage: () => undefined, addEventListener: () => undefined, terminate: () => undefined }) as unknown as Worker;

export const workers = {
  /** In place of the next ones. */
  crypto: null as (() => Worker) | null,
  desk: null as (() => Worker) | null,
};

/** What the app starts in place of its workers. */
export const startedHere = {
  startCryptoWorker: (): Worker => {
    if (workers.crypto) return workers.crypto();
    const [page, inside] = portPair();
    serve(inside, startableOperations());
    const addEventListener: Worker["addEventListener"] = (type: string, listener: unknown) => {
      if (type === "message") page.addEventListener(type, listener as (event: MessageEvent) => void);
    };
    return { ...page, addEventListener, terminate: () => undefined } as unknown as Worker;
  },
  startDeskWorker: (): Worker => workers.desk?.() ?? (workerHere(DESK_KINDS) as unknown as Worker & FromWorker),
  startPdfWorker: deadWorker,
  startPutWorker: deadWorker,
};

/** A socket that nothing comes by. */
class Silent extends EventTarget {
  static readonly OPEN = 1;
  readyState = 0;
  send(): void {}
  close(): void {}
}

/** As the first lines of the app do. */
followBrowser();
askBy(askWhetherThere);
watchForUpdates();

export interface OpenApp {
  readonly state: () => unknown;
  readonly close: () => Promise<void>;
}

export async function openApp(server: FakeServer, storage: IDBFactory, address: string): Promise<OpenApp> {
  globalThis.indexedDB = storage;
  vi.stubGlobal("fetch", server.fetch);
  vi.stubGlobal("WebSocket", Silent);
  history.replaceState(null, "", address);
  speakEnglish();
  await act(async () => {
    render(<App />);
    await Promise.resolve();
  });
  return {
    state: () => store.getState(),
    async close() {
      cleanup();
      store.dispatch(baseApi.util.resetApiState());
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}
