/** All bytes of a file in one piece. */
import type { OpenedFile } from "../../../keyring/contract";
import { EndedEarly } from "../../../keyring/unreadable";

export async function collect(file: OpenedFile, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.manifest.bytes);
  let at = 0;
  const reader = file.stream(signal).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, at);
    at += value.length;
  }
  if (at !== bytes.length) throw new EndedEarly();
  return bytes;
}
