/** Sends one and the same encrypted part to every address that it is given, one after another: no more than `fetch` takes. */
import { randomBytes } from "../src/crypto/bytes.ts";
import { FRAMES_PER_PART } from "../src/crypto/fileSizes.ts";
import { toBase64Url } from "../src/crypto/base64url.ts";
import { sha256 } from "../src/crypto/derive.ts";
import type { Address } from "../src/features/documents/uploads/put.ts";
import { post } from "./post.ts";

const PART = randomBytes(FRAMES_PER_PART * (256 * 1024 + 16));

onmessage = async ({ data: { upload, numbers } }: MessageEvent<{ upload: object; numbers: readonly number[] }>) => {
  const sha256B64u = toBase64Url(await sha256(PART));
  postMessage("ready");
  await new Promise((start) => { onmessage = start; });
  for (const number of numbers) {
    const { url, method, headers } = await post<Address>("/bench/address", { ...upload, number, size: PART.length, sha256B64u });
    const { ok, status } = await fetch(url, { method, headers, body: PART });
    if (!ok) throw new Error(`A part was refused: ${status}`);
  }
  postMessage("sent");
};
