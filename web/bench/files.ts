/** Files on their way out: the cipher alone, the crypto worker's parts, and the parts sent to their signed addresses. */
import { putPart, type Address } from "../src/features/documents/uploads/putPart.ts";
import type { Context } from "../src/keyring/context.ts";
import type { FilePart } from "../src/keyring/contract.ts";
import { sealFile } from "../src/keyring/files.ts";
import { connectCryptoWorker } from "../src/keyring/workers.ts";
import CryptoWorker from "../src/keyring/worker/cryptoWorker.ts?worker";
import CipherWorker from "./cipherWorker.ts?worker";
import type { Contender, Taken, Turn } from "./cipherWorker.ts";
import { post } from "./post.ts";

const MIB = 2 ** 20;
const IN_FLIGHT = 2;
const PART_MIB = 8;

/** As large as asked and nowhere in memory: a blob of references to one and the same mebibyte. */
function aFile(mebibytes: number): File {
  const one = new Blob([crypto.getRandomValues(new Uint8Array(65536)), new Uint8Array(MIB - 65536)]);
  return new File(Array.from({ length: mebibytes }, () => one), "large.bin");
}

/** Every part of a file as the product makes it: frames, frame hashes, part hash and the digest of the manifest. */
async function seal(mebibytes: number, take: (part: FilePart) => Promise<void>): Promise<Taken> {
  const { operations, end } = connectCryptoWorker(new CryptoWorker());
  await operations.start({ account: crypto.randomUUID(), pin: null, promised: null, acknowledged: [] });
  const file = aFile(mebibytes);
  const started = performance.now();
  // A started worker is all of the keyring that sealing parts needs.
  const sealing = await sealFile({ worker: operations } as unknown as Context, file, null, []);
  for await (const part of sealing.parts(new AbortController().signal)) await take(part);
  const milliseconds = performance.now() - started;
  end();
  return { bytes: mebibytes * MIB, milliseconds };
}

async function sealAndSend(mebibytes: number): Promise<Taken> {
  const upload = await post<{ key: string; handle: string }>("/bench/begin", {});
  const flying = new Set<Promise<unknown>>();
  const started = performance.now();
  await seal(mebibytes, async ({ number, bytes, sha256B64u }) => {
    const flight: Promise<unknown> = post<Address>("/bench/address", { ...upload, number, size: bytes.length, sha256B64u })
      .then((address) => putPart(address, bytes, () => undefined, new AbortController().signal))
      .then(() => flying.delete(flight));
    flying.add(flight);
    if (flying.size >= IN_FLIGHT) await Promise.race(flying);
  });
  await Promise.all(flying);
  const milliseconds = performance.now() - started;
  await post("/bench/drop", upload);
  return { bytes: mebibytes * MIB, milliseconds };
}

const cipherWorker = new CipherWorker();

function cipher(contender: Contender, mebibytes: number): Promise<Taken> {
  return new Promise((resolve) => {
    cipherWorker.onmessage = ({ data }: MessageEvent<Taken>) => resolve(data);
    cipherWorker.postMessage({ contender, parts: Math.max(1, Math.round(mebibytes / PART_MIB)) } satisfies Turn);
  });
}

export const FILE_CONTENDERS: Readonly<Record<string, (mebibytes: number) => Promise<Taken>>> = {
  bare: (mebibytes) => cipher("bare", mebibytes),
  bareInFlight: (mebibytes) => cipher("bareInFlight", mebibytes),
  frames: (mebibytes) => cipher("frames", mebibytes),
  encryptor: (mebibytes) => cipher("encryptor", mebibytes),
  sealParts: (mebibytes) => seal(mebibytes, () => Promise.resolve()),
  sealAndSend,
};
