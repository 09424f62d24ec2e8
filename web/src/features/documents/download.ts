/** Saves a decrypted file, frame by frame: into the file that was picked, or by way of a private one. */
import type { Keyring } from "../../keyring/contract";
import { collect } from "./preview/collect";
import { privateFolder, sweep, writePrivate } from "./privateFiles";
import { safeName, saveBlob } from "./saveBlob";

interface SaveTarget {
  createWritable(): Promise<WritableStream<Uint8Array>>;
  remove?(): Promise<void>;
}

type SavePicker = (options: { suggestedName: string }) => Promise<SaveTarget>;

export async function download(keyring: Keyring, fileId: string, signal: AbortSignal): Promise<void> {
  const file = await keyring.openFile(fileId);
  const name = safeName(file.manifest.name);
  const pick = (window as { showSaveFilePicker?: SavePicker }).showSaveFilePicker;

  if (!pick) {
    const folder = await privateFolder();
    if (folder) await sweep(folder);
    const whole = folder ? await writePrivate(folder, file.stream(signal), signal) : await collect(file, signal);
    // As bytes and nothing else: no browser shall open what it is only to save.
    return saveBlob(new Blob([whole], { type: "application/octet-stream" }), name);
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
