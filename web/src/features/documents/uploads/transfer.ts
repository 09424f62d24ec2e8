/** One file on its way out: seal it, send it part by part, finish. */
import { failureOf } from "../../../api/failure";
import { call } from "../../../api/http";
import { reach, whenReached } from "../../../browser/reach";
import type { Audience, FilePart, FileSealing, Keyring } from "../../../keyring/contract";
import { startPutWorker } from "../../../browser/appWorkers";
import { createPartSender, type PartSender } from "./partSender";
import type { Address } from "./put";
import { steadily, type Waits } from "./steadily";
import { makeThumbnail } from "./thumbnail";
import type { DocumentItem } from "../../../lists/kinds/document";

export interface Progress {
  /** Bytes that arrived, and all there are; both count what is sent and not what was read. */
  sent: number;
  total: number;
}

export interface TransferHooks extends Waits {
  onProgress: (progress: Progress) => void;
  /** Waits while the upload is paused. */
  mayGoOn: () => Promise<void>;
}

/** Parts uploaded in parallel; the next one is encrypted at the same time. */
const IN_FLIGHT = 2;
const PART_TRIES = 8;
const FINISH_TRIES = 3;

export interface SentFile {
  fileId: string;
  audience: Audience;
  /** A small picture went with it. */
  picture: boolean;
}

interface SentPart {
  object: FilePart["object"];
  number: number;
  etag: string;
}

export interface Way {
  /** Where the bytes of a part may go. */
  ask: (part: FilePart) => Promise<Address>;
  sender: Pick<PartSender, "put">;
}

/** For the readers of the document it goes to, or for those of a new one. */
export async function sendFile(
  keyring: Keyring,
  file: File,
  hooks: TransferHooks,
  document?: DocumentItem,
): Promise<SentFile> {
  const audience = await steadily(hooks, () => (document ? keyring.audienceOf("document", document) : keyring.defaultAudience("document")));
  const thumbnail = await makeThumbnail(file);
  const sealing = await steadily(hooks, () => keyring.sealFile(file, thumbnail, audience));
  const { data: opened } = await steadily(hooks, () =>
    call<{ data: { uploadId: string } }>({
      path: "/api/uploads/session",
      method: "POST",
      reads: true,
      signal: hooks.signal,
      // Asked again after a lost answer, it is the same upload.
      idempotencyKey: sealing.fileId,
      body: {
        fileId: sealing.fileId,
        ...sealing.content,
        ...(sealing.thumbnail ? { thumbnail: sealing.thumbnail } : {}),
      },
    }),
  );
  const { uploadId } = opened.data;
  const sender = createPartSender(startPutWorker);
  const ask = (part: FilePart) => addressOf(uploadId, part, hooks.signal);
  const sent = await sendParts(sealing, { ask, sender }, hooks).finally(sender.end);
  await finish(sealing, uploadId, sent, hooks);
  return { fileId: sealing.fileId, audience, picture: thumbnail !== null };
}

async function addressOf(uploadId: string, { object, number, bytes, sha256B64u, frameHashesB64u }: FilePart, signal: AbortSignal): Promise<Address> {
  const { data } = await call<{ data: { parts: Address[] } }>({
    path: "/api/uploads/session",
    method: "POST",
    reads: true,
    signal,
    body: { uploadId, parts: [{ object, number, size: bytes.length, sha256B64u, frameHashesB64u }] },
  });
  const address = data.data.parts[0];
  if (!address) throw new Error("Unsigned part");
  return address;
}

/** A part gives its memory back as soon as it has arrived: of a large file only what is on its way takes any. */
export async function sendParts(sealing: Pick<FileSealing, "content" | "thumbnail" | "parts">, way: Way, hooks: TransferHooks): Promise<SentPart[]> {
  const total = sealing.content.encryptedSize + (sealing.thumbnail?.encryptedSize ?? 0);
  let arrived = 0;
  const underWay = new Map<FilePart, number>();
  const report = () => hooks.onProgress({ sent: [...underWay.values()].reduce((sum, bytes) => sum + bytes, arrived), total });

  const sent: SentPart[] = [];
  const flying = new Set<Promise<void>>();
  for await (const part of sealing.parts(hooks.signal)) {
    await hooks.mayGoOn();
    const { object, number, bytes } = part;
    const size = bytes.length;
    const flight = sendPart(part, way, hooks, (count) => {
      underWay.set(part, count);
      report();
    }).then((etag) => {
      sent.push({ object, number, etag });
      arrived += size;
      underWay.delete(part);
      part.release();
      report();
      flying.delete(flight);
    });
    // A failure is noticed at the next wait; until then it must not count as unheard.
    flight.catch(() => undefined);
    flying.add(flight);
    if (flying.size >= IN_FLIGHT) await Promise.race(flying);
  }
  await Promise.all(flying);
  return sent;
}

/** Retries the same bytes; an expired URL is requested again. */
async function sendPart(part: FilePart, { ask, sender }: Way, hooks: TransferHooks, onSent: (bytes: number) => void): Promise<string> {
  for (let tried = 1; ; ) {
    try {
      const etag = await sender.put(await ask(part), part, onSent, hooks.signal);
      hooks.onWaiting(false);
      return etag;
    } catch (reason) {
      const failure = failureOf(reason);
      // A disk does not get emptier within a minute; whoever knows of it tries again.
      const isFull = failure.reason === "disk_full";
      const temporary = !isFull && (failure.reason === "offline" || failure.status >= 500 || failure.status === 403);
      const away = reach() !== "fine";
      if (hooks.signal.aborted || !temporary || (!away && tried >= PART_TRIES)) throw reason;
      onSent(0);
      hooks.onWaiting(true);
      // However long nobody can be reached, that is no try of this part.
      if (away) {
        await whenReached(hooks.signal);
        hooks.signal.throwIfAborted();
      } else await backOnline(tried++, hooks.signal);
    }
  }
}

/** The next try: when the network says that it is back, or after a while in any case. */
function backOnline(tried: number, signal: AbortSignal): Promise<void> {
  const longest = Math.min(30_000, 1000 * 2 ** tried) * (0.5 + Math.random());
  return new Promise((resolve) => {
    const timer = setTimeout(done, longest);
    function done() {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    }
    window.addEventListener("online", done);
    signal.addEventListener("abort", done, { once: true });
  });
}

async function finish(sealing: FileSealing, uploadId: string, parts: SentPart[], hooks: TransferHooks): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const signed = await sealing.finish();
    try {
      const ask = { path: "/api/uploads/finalise", method: "POST", signal: hooks.signal, idempotencyKey: crypto.randomUUID() };
      await steadily(hooks, () => call({ ...ask, body: { uploadId, parts, ...signed } }));
      return;
    } catch (reason) {
      // Somebody rolled a key meanwhile: wrapped and signed again, nothing is sent twice.
      const again = ["stale_generation", "roll_due"].includes(failureOf(reason).reason ?? "");
      if (!again || tried >= FINISH_TRIES) throw reason;
    }
  }
}
