/** A proof as a file (C2SP tlog-proof), and a stored event to read. */
import type { EventProof } from "../../api/typesOnly.generated";
import { fromBase64Url, toBase64 } from "../../crypto/base64url.ts";

const FORMAT = "c2sp.org/tlog-proof@v1";

export function proofText({ position, path }: EventProof, note: string): string {
  const hashes = path.map((hash) => `${toBase64(fromBase64Url(hash))}\n`).join("");
  return `${FORMAT}\nindex ${position - 1}\n${hashes}\n${note}`;
}

/** The bytes as they were hashed are JSON; laid out where they are. */
export function stateText(stateB64u: string): string {
  const text = new TextDecoder().decode(fromBase64Url(stateB64u));
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
