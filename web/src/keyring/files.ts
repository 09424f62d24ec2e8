/** Files between the page and the crypto worker: cut into parts on the way out, put together on the way in. */
import type { Bytes } from "../crypto/bytes.ts";
import { CryptoError, isBeingChecked } from "../crypto/errors.ts";
import { frameRange } from "../crypto/fileDecryptor.ts";
import { FRAMES_PER_PART, partBytes, partCount, partSizes, type FileSizes } from "../crypto/fileSizes.ts";
import type { Acting } from "./acting.ts";
import { failureOf, LOST } from "./calls.ts";
import type { Context } from "./context.ts";
import type { Audience, FileManifest, FilePart, FileSealing, ObjectShape, OpenedFile, RecordKind, SealedItem } from "./contract.ts";
import { prove, proveFile } from "./proving.ts";
import { portionsOf } from "./refill.ts";

type FetchBytes = (url: string, range: { readonly start: number; readonly end: number } | null, signal?: AbortSignal) => Promise<Uint8Array<ArrayBuffer>>;

function shapeOf({ encryptedSize, frameSize, frameCount }: FileSizes): ObjectShape {
  return { encryptedSize, frameSize, frameCount };
}

/** Started before it is asked for; a failure is told when it is its turn. */
function ahead<Done>(work: Promise<Done>): Promise<Done> {
  work.catch(() => undefined);
  return work;
}

/**
 * The parts of one object, encrypted one after another from the file's own bytes.
 *
 * While parts are on their way the next is encrypted and the one after it read, and no further one. Each is read into, sealed
 * in and sent from one buffer that changes hands and comes back when the part has arrived: a file of any size takes the memory
 * of as many parts as are under way, and of two more.
 */
async function* partsOf(
  { worker }: Acting, handle: number, object: FilePart["object"], blob: Blob, sizes: FileSizes, signal: AbortSignal,
): AsyncGenerator<FilePart> {
  const parts = partCount(sizes);
  const portions = portionsOf(blob);
  const free: Bytes[] = [];

  function read(i: number): Promise<Bytes> {
    const { tagBytes, trueBytes } = partSizes(sizes, i);
    return portions.next(free.pop() ?? new Uint8Array(partBytes(sizes)), tagBytes, trueBytes);
  }

  async function seal(i: number, plain: Promise<Bytes>): Promise<FilePart> {
    const { buffer, sealed, ...hashes } = await worker.sealPart({ handle, object, buffer: await plain, length: partSizes(sizes, i).trueBytes });
    const part: FilePart = {
      object, number: i + 1, bytes: buffer.subarray(0, sealed), ...hashes,
      release: () => void free.push(new Uint8Array(part.bytes.buffer)),
    };
    return part;
  }

  let plain = ahead(read(0));
  let next = ahead(seal(0, plain));
  const readAhead = (i: number) => {
    if (i < parts) plain = ahead(plain.then(() => read(i)));
  };
  readAhead(1);
  try {
    for (let i = 0; i < parts; i++) {
      signal.throwIfAborted();
      const part = await next;
      if (i + 1 < parts) next = ahead(seal(i + 1, plain));
      readAhead(i + 2);
      yield part;
    }
  } finally {
    await portions.end();
  }
}

export async function sealFile(context: Acting, file: File, thumbnail: Blob | null, audience: Audience): Promise<FileSealing> {
  const { worker } = context;
  const fileId = crypto.randomUUID();
  const shape = await worker.startFile({ fileId, size: file.size, thumbnailSize: thumbnail?.size ?? null });
  const { handle } = shape;

  async function* parts(signal: AbortSignal): AsyncGenerator<FilePart> {
    let whole = false;
    try {
      if (thumbnail && shape.thumbnail) yield* partsOf(context, handle, "thumbnail", thumbnail, shape.thumbnail, signal);
      yield* partsOf(context, handle, "content", file, shape.content, signal);
      whole = true;
    } finally {
      // Also where nobody asks for the rest.
      if (!whole) await worker.dropFile({ handle });
    }
  }

  return {
    fileId,
    content: shapeOf(shape.content),
    thumbnail: shape.thumbnail && shapeOf(shape.thumbnail),
    parts,
    finish: async () => {
      const manifest = { name: file.name, mime: file.type || "application/octet-stream", modifiedAt: new Date(file.lastModified).toISOString() };
      return worker.finishFile({ handle, audience, manifest });
    },
  };
}

const unanswered = (message: string, status: number, reason?: string): Error =>
  Object.assign(new Error(message), { failure: reason === undefined ? { status } : { status, reason } });

/** Why it was refused, where it is our server that says so. */
async function reasonOf(response: Response): Promise<string | undefined> {
  const body = (await response.json().catch(() => null)) as { details?: { reason?: unknown } } | null;
  const reason = body?.details?.reason;
  return typeof reason === "string" ? reason : undefined;
}

/** What does not arrive, or not whole, could not be reached; nothing is known about what it is. */
async function bytesFrom(url: string, request: RequestInit): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const response = await fetch(url, request);
    if (!response.ok) throw unanswered(`request failed: status ${response.status}`, response.status, await reasonOf(response));
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    // The browser has no other name for a network that failed; what was given up says so itself.
    throw error instanceof TypeError ? unanswered("No connection.", 0) : error;
  }
}

async function fetchBytes(url: string, range: { start: number; end: number } | null, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const headers: Record<string, string> = range ? { Range: `bytes=${range.start}-${range.end - 1}` } : {};
  const bytes = await bytesFrom(url, { headers, credentials: "omit", ...(signal ? { signal } : {}) });
  if (range && bytes.length !== range.end - range.start) throw new CryptoError("data_loss", "This file is damaged");
  return bytes;
}

const isExpired = (error: unknown) => [401, 403, 404, 410].includes(failureOf(error)?.status ?? 0);

/** An object store of somebody else's only says that there is nothing; at an address that was signed just now there has to be. */
function atFreshAddress(error: unknown): unknown {
  const failure = failureOf(error);
  return failure?.status === 404 && failure.reason === undefined ? unanswered("This file is missing on the server.", 404, LOST) : error;
}

interface HowToOpen {
  readonly object?: "content" | "thumbnail" | undefined;
  /** The item that names it, where it is to leave this app. */
  readonly from?: { readonly kind: RecordKind; readonly item: SealedItem } | null;
  readonly read?: FetchBytes;
}

/**
 * Opens a file for reading. Every frame of the contents is compared with the list whose root was signed before it is handed
 * out; a thumbnail is read whole and handed out after its root was compared.
 */
export async function openFile(
  context: Context, fileId: string, { object = "content", from = null, read = fetchBytes }: HowToOpen = {},
): Promise<OpenedFile> {
  const { calls, worker } = context;
  const bundleOf = () => (object === "content" ? calls.fileBundle(fileId) : calls.thumbnailBundle(fileId));
  const bundle = await bundleOf();
  const open = () => worker.openFile({ fileId, bundle, object, from });
  if (from) await prove(context, from.kind, [from.item]);
  const opened = await open().catch(async (error: unknown) => {
    if (!isBeingChecked(error)) throw error;
    await proveFile(context, fileId, bundle);
    return open();
  });
  const { handle, manifest, frameSize, frameCount, encryptedSize } = opened;
  let url = bundle.url;

  async function readPart(from: number, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const range = object === "content" ? frameRange({ frameSize, frameCount, encryptedSize }, from, from + FRAMES_PER_PART) : null;
    try {
      return await read(url, range, signal);
    } catch (error) {
      if (!isExpired(error)) throw error;
      ({ url } = await bundleOf());
      return read(url, range, signal).catch((again: unknown) => {
        throw atFreshAddress(again);
      });
    }
  }

  return {
    manifest: manifest as unknown as FileManifest,
    stream: (signal) => {
      let from = 0;
      return new ReadableStream<Uint8Array<ArrayBuffer>>({
        pull: async (controller) => {
          // A part may be nothing but padding: then the one after it is asked for at once.
          for (;;) {
            const input = await readPart(from, signal);
            const { bytes, done } = await worker.openFrames({ handle, from, input });
            from += FRAMES_PER_PART;
            if (bytes.length > 0) controller.enqueue(bytes);
            if (done) controller.close();
            if (done || bytes.length > 0) return;
          }
        },
      });
    },
  };
}
