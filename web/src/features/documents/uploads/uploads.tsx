/** Runs the uploads for as long as the page lives, whatever page of the app is shown. */
import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { useDispatch } from "react-redux";

import { baseApi } from "../../../api/baseApi";
import { failureOf } from "../../../api/failure";
import { newId } from "../../../api/ids";
import { Aside } from "../../../components/Border";
import { useFetchAhead } from "../../../components/fetchAhead";
import { useAskBeforeLeaving } from "../../../components/leaving";
import { part } from "../../../components/part";
import { useTabShare } from "../../../components/tabTitle";
import type { Keyring } from "../../../keyring/contract";
import { useKeyring } from "../../../keyring/react";
import { added, changed, isOpen, nextToStart, overall, removed, type Upload, type Uploads } from "./queue";
import type { Target } from "./record";
import type { TransferHooks } from "./transfer";

const loadTransfer = () => import("./transfer");
const loadRecord = () => import("./record");
const loadTypes = () => import("../types/types");
const LATER = [loadTransfer, loadRecord, loadTypes];

const SettleOwed = part(() => import("../SettleOwed"));

export interface UploadDesk {
  /** Documents of their own, or the next version of one. */
  add(files: readonly File[], target?: Target): void;
  pause(id: string): void;
  resume(id: string): void;
  cancel(id: string): void;
  retry(id: string): void;
  clear(): void;
  uploads: () => Uploads;
  subscribe: (listener: () => void) => () => void;
}

interface Handle {
  file: File;
  target: Target | undefined;
  control: AbortController;
  /** Set while the upload is paused; called to go on. */
  goOn: (() => void) | null;
}

const SLOW_LINKS = ["slow-2g", "2g", "3g"];

function atOnce(): number {
  const link = (navigator as { connection?: { effectiveType?: string } }).connection?.effectiveType;
  return link && SLOW_LINKS.includes(link) ? 2 : 4;
}

export function openDesk(keyring: Keyring, onStored: () => void): UploadDesk {
  let uploads: Uploads = [];
  const handles = new Map<string, Handle>();
  const listeners = new Set<() => void>();

  function set(next: Uploads) {
    uploads = next;
    for (const listener of listeners) listener();
  }
  const change = (id: string, by: Partial<Upload>) => set(changed(uploads, id, by));

  function startNext() {
    for (const { id } of nextToStart(uploads, atOnce())) void run(id);
  }

  async function run(id: string) {
    const handle = handles.get(id);
    if (!handle) return;
    change(id, { status: "preparing", failure: null, sent: 0, startedAt: Date.now() });
    const { target } = handle;
    const hooks: TransferHooks = {
      signal: handle.control.signal,
      onProgress: ({ sent: bytes, total }) => {
        const now = uploads.find((upload) => upload.id === id);
        change(id, { sent: bytes, total, ...(now?.status === "preparing" ? { status: "sending" } : {}) });
      },
      mayGoOn: () => paused(id, handle),
      onWaiting: (waiting) => {
        const now = uploads.find((upload) => upload.id === id);
        if (now?.status !== "paused") change(id, { status: waiting ? "offline" : "sending" });
      },
    };
    try {
      const [{ underItsType }, { sendFile }, { writeDocument, writeVersion }] = await Promise.all([loadTypes(), loadTransfer(), loadRecord()]);
      const file = await underItsType(handle.file);
      change(id, { mime: file.type });
      const sent = await sendFile(keyring, file, hooks, target?.document);
      const documentId = await (target ? writeVersion(keyring, file, sent, target, hooks) : writeDocument(keyring, file, sent, hooks));
      change(id, { status: "done", documentId });
      handles.delete(id);
      onStored();
    } catch (reason) {
      const { reason: why, message } = failureOf(reason);
      if (!handle.control.signal.aborted) change(id, { status: "failed", failure: why === "disk_full" ? why : message });
    }
    startNext();
  }

  function paused(id: string, handle: Handle): Promise<void> {
    if (uploads.find((upload) => upload.id === id)?.status !== "paused") return Promise.resolve();
    return new Promise((resolve) => (handle.goOn = resolve));
  }

  return {
    add(files, target) {
      const fresh = files.map((file) => ({ id: newId(), name: file.name, mime: file.type, bytes: file.size, file }));
      for (const { id, file } of fresh) handles.set(id, { file, target, control: new AbortController(), goOn: null });
      set(added(uploads, fresh.map(({ id, name, mime, bytes }) => ({ id, name, mime, bytes }))));
      startNext();
    },
    pause(id) {
      change(id, { status: "paused" });
      startNext();
    },
    resume(id) {
      change(id, { status: "sending" });
      const handle = handles.get(id);
      handle?.goOn?.();
      if (handle) handle.goOn = null;
    },
    cancel(id) {
      const handle = handles.get(id);
      handle?.control.abort();
      handle?.goOn?.();
      handles.delete(id);
      set(removed(uploads, id));
      startNext();
    },
    retry(id) {
      const handle = handles.get(id);
      if (!handle) return;
      // A new start under a fresh key; the file is still at hand.
      handles.set(id, { ...handle, control: new AbortController(), goOn: null });
      change(id, { status: "waiting", sent: 0, failure: null });
      startNext();
    },
    clear: () => set(uploads.filter(isOpen)),
    uploads: () => uploads,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const DeskContext = createContext<UploadDesk | null>(null);

export function UploadsProvider({ children }: { children: ReactNode }) {
  // Before the first file comes, so that one can be chosen without a network, too.
  useFetchAhead(LATER);
  const keyring = useKeyring();
  const dispatch = useDispatch();
  const desk = useMemo(
    () => openDesk(keyring, () => dispatch(baseApi.util.invalidateTags([{ type: "Document", id: "LIST" }]))),
    [keyring, dispatch],
  );
  return (
    <DeskContext value={desk}>
      <LeavingAsksFirst desk={desk} />
      <Aside>
        <SettleOwed />
      </Aside>
      {children}
    </DeskContext>
  );
}

export function useUploadDesk(): UploadDesk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("Uploads are not open here.");
  return desk;
}

export function useUploads(): Uploads {
  const desk = useUploadDesk();
  return useSyncExternalStore(desk.subscribe, desk.uploads);
}

/** The title of the tab shows how far it is, and closing it asks first. */
function LeavingAsksFirst({ desk }: { desk: UploadDesk }) {
  const uploads = useSyncExternalStore(desk.subscribe, desk.uploads);
  const share = overall(uploads);
  const percent = share === null ? null : Math.floor(share * 100);

  useAskBeforeLeaving(percent !== null);
  useTabShare(percent);
  return null;
}
