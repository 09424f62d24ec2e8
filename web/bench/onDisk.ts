/** A file on the disk of the browser, as one that a person chooses: made once for each size, of random bytes. */
import { randomBytes } from "../src/crypto/bytes.ts";

const MIB = 2 ** 20;
const STEP = 8;

export async function fileOnDisk(mebibytes: number): Promise<File> {
  const folder = await navigator.storage.getDirectory();
  const handle = await folder.getFileHandle(`${mebibytes}.bin`, { create: true });
  const found = await handle.getFile();
  if (found.size === mebibytes * MIB) return found;
  const bytes = randomBytes(STEP * MIB);
  const writable = await handle.createWritable();
  for (let written = 0; written < mebibytes; written += STEP) await writable.write(bytes.subarray(0, Math.min(STEP, mebibytes - written) * MIB));
  await writable.close();
  return handle.getFile();
}
