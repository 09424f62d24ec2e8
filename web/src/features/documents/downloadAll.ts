/** Many documents saved one after another: into one folder where the browser lets a person pick it, else each by itself. */
import type { Keyring, OpenedFile } from "../../keyring/contract";
import type { BulkHooks, BulkResult } from "../../lists/bulk";
import { isAborted, saveByLink, writeWhole, type SaveTarget } from "./download";
import { safeName } from "../../browser/saveBlob";
import type { DocumentItem } from "../../lists/kinds/document";

interface Folder {
  getFileHandle(name: string, options: { create: true }): Promise<SaveTarget>;
}

interface Words {
  noFile: string;
  /** Why one was not saved. */
  why: (reason: unknown) => string;
}

type Save = (file: OpenedFile, signal: AbortSignal) => Promise<void>;
type Hooks = Required<BulkHooks>;

export async function downloadAll(
  keyring: Pick<Keyring, "openToSave">,
  items: readonly DocumentItem[],
  { onProgress, signal }: Hooks,
  words: Words,
): Promise<BulkResult<DocumentItem>> {
  const result: BulkResult<DocumentItem> = { done: [], refused: [] };
  try {
    const save = await whereTo();
    for (const [place, item] of items.entries()) {
      const message = await saveOne(keyring, item, save, signal, words);
      if (message === null) result.done.push(item);
      else result.refused.push({ id: item.id, message });
      onProgress(place + 1);
    }
  } catch (reason) {
    // Whoever picks no folder, or cancels, has what was saved until then.
    if (!isAborted(reason)) throw reason;
  }
  return result;
}

/** Answers why it was not saved. */
async function saveOne(
  keyring: Pick<Keyring, "openToSave">,
  item: DocumentItem,
  save: Save,
  signal: AbortSignal,
  { noFile, why }: Words,
): Promise<string | null> {
  signal.throwIfAborted();
  const fileId = item.versions.at(-1)?.fileId;
  if (fileId === undefined) return noFile;
  try {
    await save(await keyring.openToSave("document", item, fileId), signal);
    return null;
  } catch (reason) {
    if (isAborted(reason)) throw reason;
    return why(reason);
  }
}

async function whereTo(): Promise<Save> {
  const pick = (window as { showDirectoryPicker?: (options: { mode: "readwrite" }) => Promise<Folder> }).showDirectoryPicker;
  if (!pick) return saveByLink;
  const folder = await pick.call(window, { mode: "readwrite" });
  const taken = new Set<string>();
  return async (file, signal) => {
    const name = freeName(safeName(file.manifest.name), taken);
    taken.add(name);
    await writeWhole(file, await folder.getFileHandle(name, { create: true }), signal);
  };
}

/** Two documents may hold files of one name: "Lease.pdf", "Lease (2).pdf". */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  const dot = name.lastIndexOf(".");
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ""];
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${stem} (${count})${ending}`;
    if (!taken.has(free)) return free;
  }
}
