/** Saves a decrypted file, frame by frame where the browser can write to disk. */
import type { Keyring } from "../../keyring/contract";
import { collect } from "./preview/collect";

interface SaveTarget {
  createWritable(): Promise<WritableStream<Uint8Array>>;
  remove?(): Promise<void>;
}

type SavePicker = (options: { suggestedName: string }) => Promise<SaveTarget>;

/** A name that every system takes: no path, no control characters, no trailing dots. */
export function safeName(name: string): string {
  const clean = name.replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, "_").replace(/[. ]+$/, "");
  return clean.slice(0, 200) || "file";
}

export async function download(keyring: Keyring, fileId: string, signal: AbortSignal): Promise<void> {
  const file = await keyring.openFile(fileId);
  const name = safeName(file.manifest.name);
  const pick = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;

  if (!pick) {
    const bytes = await collect(file, signal);
    return saveBlob(new Blob([bytes], { type: "application/octet-stream" }), name);
  }

  const target = await pick.call(window, { suggestedName: name });
  try {
    await file.stream(signal).pipeTo(await target.createWritable(), { signal });
  } catch (reason) {
    // Nothing partial stays behind: half a file looks like a whole one.
    await target.remove?.();
    throw reason;
  }
}

/** Hands something made on this device to the browser's own downloads. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
