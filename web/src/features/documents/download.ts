/** Saves a decrypted file, frame by frame: into the file that was picked, or by way of a private one. */
import type { Keyring, OpenedFile } from "../../keyring/contract";
import { collect } from "./preview/collect";
import type { DocumentItem } from "../../lists/kinds/document";
import { privateFolder, throughPrivateFile } from "../../browser/privateFiles";
import { safeName, saveBlob } from "../../browser/saveBlob";

export interface SaveTarget {
  createWritable(): Promise<WritableStream<Uint8Array>>;
  remove?(): Promise<void>;
}

type SavePicker = (options: { suggestedName: string }) => Promise<SaveTarget>;

export const isAborted = (reason: unknown): boolean => reason instanceof DOMException && reason.name === "AbortError";

export async function download(keyring: Keyring, item: DocumentItem, fileId: string, signal: AbortSignal): Promise<void> {
  const file = await keyring.openToSave("document", item, fileId);
  const pick = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;
  if (!pick) return saveByLink(file, signal);
  await writeWhole(file, await pick.call(window, { suggestedName: safeName(file.manifest.name) }), signal);
}

/** As the browser saves what a link names. */
export async function saveByLink(file: OpenedFile, signal: AbortSignal): Promise<void> {
  const folder = await privateFolder();
  // As bytes and nothing else: no browser shall open what it is only to save.
  const save = (whole: BlobPart) => saveBlob(new Blob([whole], { type: "application/octet-stream" }), safeName(file.manifest.name));
  if (folder) await throughPrivateFile(folder, file.stream(signal), signal, save);
  else save(await collect(file, signal));
}

export async function writeWhole(file: OpenedFile, target: SaveTarget, signal: AbortSignal): Promise<void> {
  try {
    await file.stream(signal).pipeTo(await target.createWritable(), { signal });
  } catch (reason) {
    // Nothing partial stays behind: half a file looks like a whole one.
    await target.remove?.();
    throw reason;
  }
}
