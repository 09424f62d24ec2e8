/** The uploads of this page: which run, which wait, and what became of each. Pure: it starts nothing itself. */
export type UploadStatus = "waiting" | "preparing" | "sending" | "paused" | "offline" | "done" | "failed";

export interface Upload {
  id: string;
  name: string;
  mime: string;
  bytes: number;
  status: UploadStatus;
  sent: number;
  total: number;
  startedAt: number | null;
  failure: string | null;
  documentId: string | null;
}

export type Uploads = readonly Upload[];

export interface NewUpload {
  id: string;
  name: string;
  mime: string;
  bytes: number;
}

export function added(uploads: Uploads, files: readonly NewUpload[]): Uploads {
  const fresh = files.map<Upload>((file) => ({
    ...file,
    status: "waiting",
    sent: 0,
    total: file.bytes,
    startedAt: null,
    failure: null,
    documentId: null,
  }));
  return [...uploads, ...fresh];
}

export function changed(uploads: Uploads, id: string, change: Partial<Upload>): Uploads {
  return uploads.map((upload) => (upload.id === id ? { ...upload, ...change } : upload));
}

export const removed = (uploads: Uploads, id: string): Uploads => uploads.filter((upload) => upload.id !== id);

const RUNNING: readonly UploadStatus[] = ["preparing", "sending", "offline", "paused"];

export const isRunning = ({ status }: Upload): boolean => RUNNING.includes(status);
export const isOpen = ({ status }: Upload): boolean => status === "waiting" || RUNNING.includes(status);

/** What may start now: small files first, and no more at once than the network carries. */
export function nextToStart(uploads: Uploads, atOnce: number): Upload[] {
  const free = atOnce - uploads.filter((upload) => isRunning(upload) && upload.status !== "paused").length;
  if (free <= 0) return [];
  return uploads
    .filter(({ status }) => status === "waiting")
    .sort((a, b) => a.bytes - b.bytes)
    .slice(0, free);
}

/** How far all of them are, from 0 to 1; nothing when nothing is under way. */
export function overall(uploads: Uploads): number | null {
  const open = uploads.filter((upload) => isOpen(upload) || upload.status === "done");
  if (!uploads.some(isOpen)) return null;
  const total = open.reduce((sum, { total: bytes }) => sum + bytes, 0);
  const sent = open.reduce((sum, upload) => sum + (upload.status === "done" ? upload.total : upload.sent), 0);
  return total === 0 ? 0 : sent / total;
}

/** Milliseconds left at the pace so far; unknown in the first second. */
export function timeLeft({ sent, total, startedAt }: Upload, now: number): number | null {
  if (startedAt === null || sent === 0 || now - startedAt < 1000) return null;
  return ((now - startedAt) / sent) * (total - sent);
}
