/**
 * Files in the folder that a browser keeps for this site alone: where a large file is decrypted to before it is handed over.
 *
 * They hold plain bytes, so each lives only as long as the browser may need to copy it, and whatever an ended page left
 * behind goes when the next one comes.
 */
const FOLDER = "downloads";
/** Enough to copy gigabytes to a slow disk. */
const LIFE_MS = 15 * 60 * 1000;

type Folder = FileSystemDirectoryHandle;

/** The folder, or `null` where a browser has none to give (some refuse it in private windows) or none to write to from a page. */
export async function privateFolder(): Promise<Folder | null> {
  if (!("FileSystemFileHandle" in globalThis) || !("createWritable" in FileSystemFileHandle.prototype)) return null;
  try {
    const root = await navigator.storage.getDirectory();
    return await root.getDirectoryHandle(FOLDER, { create: true });
  } catch (reason) {
    if (reason instanceof DOMException) return null;
    throw reason;
  }
}

/** Everything that a stream gives, as a file that is not in memory. Nothing stays of a stream that fails. */
export async function writePrivate(folder: Folder, stream: ReadableStream<Uint8Array<ArrayBuffer>>, signal: AbortSignal): Promise<File> {
  const name = crypto.randomUUID();
  const handle = await folder.getFileHandle(name, { create: true });
  try {
    await stream.pipeTo(await handle.createWritable(), { signal });
  } catch (reason) {
    await folder.removeEntry(name);
    throw reason;
  }
  return handle.getFile();
}

/** Removes what nobody can still be copying. */
export async function sweep(folder: Folder, now: number = Date.now()): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    const file = handle.kind === "file" ? await (handle).getFile() : null;
    if (file === null || now - file.lastModified > LIFE_MS) await folder.removeEntry(name, { recursive: true });
  }
}

/** What earlier pages left behind, as soon as this one is there. */
export async function sweepPrivateFiles(): Promise<void> {
  const folder = await privateFolder();
  if (folder) await sweep(folder);
}
