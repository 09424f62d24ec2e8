/** Files on their way out: the cipher alone, the crypto worker's parts, and the parts sent to their signed addresses. */
import { FRAMES_PER_PART } from "../src/crypto/fileSizes.ts";
import { createPartSender } from "../src/features/documents/uploads/partSender.ts";
import type { Address } from "../src/features/documents/uploads/put.ts";
import PutWorker from "../src/features/documents/uploads/putWorker.ts?worker";
import { sendParts } from "../src/features/documents/uploads/transfer.ts";
import type { Acting } from "../src/keyring/acting.ts";
import type { Audience, FilePart, FileSealing } from "../src/keyring/contract.ts";
import { sealFile } from "../src/keyring/files.ts";
import { portionsOf } from "../src/keyring/refill.ts";
import { connectCryptoWorker } from "../src/keyring/workers.ts";
import BareSendWorker from "./bareSendWorker.ts?worker";
import CipherWorker from "./cipherWorker.ts?worker";
import type { Contender, Taken, Turn } from "./cipherWorker.ts";
import { fileOnDisk } from "./onDisk.ts";
import { post } from "./post.ts";
import VaultWorker from "./vaultWorker.ts?worker";

const MIB = 2 ** 20;
const PART_MIB = 8;
const PART_BYTES = FRAMES_PER_PART * (256 * 1024 + 16);

/** A file as the product seals it: frames, frame hashes, part hash and the digest of the manifest. */
async function timed(mebibytes: number, work: (sealing: FileSealing) => Promise<unknown>): Promise<Taken> {
  const { operations, end } = connectCryptoWorker(new VaultWorker(), (reason) => { throw reason; });
  await operations.start({ account: crypto.randomUUID(), pin: null, anchors: [], acknowledged: [] });
  const file = await fileOnDisk(mebibytes);
  const started = performance.now();
  // A started worker is all of the keyring that sealing parts needs; whoever runs the bench wants it.
  await work(await sealFile({ worker: operations } as unknown as Acting, file, null, [] as readonly string[] as Audience));
  const milliseconds = performance.now() - started;
  end();
  return { bytes: mebibytes * MIB, milliseconds };
}

const sealParts = (mebibytes: number): Promise<Taken> =>
  timed(mebibytes, async (sealing) => {
    for await (const part of sealing.parts(new AbortController().signal)) part.release();
  });

/** The same with the product's own way out, to addresses that the bench's server signs. */
async function sealAndSend(mebibytes: number): Promise<Taken> {
  const upload = await post<{ key: string; handle: string }>("/bench/begin", {});
  const ask = ({ number, bytes, sha256B64u }: FilePart) => post<Address>("/bench/address", { ...upload, number, size: bytes.length, sha256B64u });
  const sender = createPartSender(() => new PutWorker());
  const hooks = { signal: new AbortController().signal, onProgress: () => undefined, mayGoOn: () => Promise.resolve(), onWaiting: () => undefined };
  const taken = await timed(mebibytes, (sealing) => sendParts(sealing, { ask, sender }, hooks));
  sender.end();
  await post("/bench/drop", upload);
  return taken;
}

const cipherWorker = new CipherWorker();

function cipher(contender: Contender, mebibytes: number): Promise<Taken> {
  return new Promise((resolve) => {
    cipherWorker.onmessage = ({ data }: MessageEvent<Taken>) => resolve(data);
    cipherWorker.postMessage({ contender, parts: Math.max(1, Math.round(mebibytes / PART_MIB)) } satisfies Turn);
  });
}

async function bareRead(mebibytes: number): Promise<Taken> {
  const portions = portionsOf(await fileOnDisk(mebibytes));
  let buffer = new Uint8Array(PART_MIB * MIB);
  const started = performance.now();
  for (let left = mebibytes; left > 0; left -= PART_MIB) buffer = await portions.next(buffer, 0, Math.min(left, PART_MIB) * MIB);
  const milliseconds = performance.now() - started;
  await portions.end();
  return { bytes: mebibytes * MIB, milliseconds };
}

/** Two at a time, as the product sends. */
async function bareSend(mebibytes: number): Promise<Taken> {
  const upload = await post<object>("/bench/begin", {});
  const parts = Math.max(2, Math.round(mebibytes / PART_MIB));
  const heard = (worker: Worker) => new Promise((resolve, reject) => {
    worker.onmessage = resolve;
    worker.onerror = ({ message }) => reject(new Error(message));
  });
  const workers = await Promise.all([0, 1].map(async (odd) => {
    const worker = new BareSendWorker();
    worker.postMessage({ upload, numbers: Array.from({ length: parts }, (_, i) => i + 1).filter((number) => number % 2 === odd) });
    await heard(worker);
    return worker;
  }));
  const started = performance.now();
  await Promise.all(workers.map((worker) => {
    worker.postMessage("start");
    return heard(worker);
  }));
  const milliseconds = performance.now() - started;
  for (const worker of workers) worker.terminate();
  await post("/bench/drop", upload);
  return { bytes: parts * PART_BYTES, milliseconds };
}

export const FILE_CONTENDERS: Readonly<Record<string, (mebibytes: number) => Promise<Taken>>> = {
  bare: (mebibytes) => cipher("bare", mebibytes),
  bareInFlight: (mebibytes) => cipher("bareInFlight", mebibytes),
  bareHashOfFrames: (mebibytes) => cipher("bareHashOfFrames", mebibytes),
  bareHashOfParts: (mebibytes) => cipher("bareHashOfParts", mebibytes),
  bareRead,
  bareSend,
  frames: (mebibytes) => cipher("frames", mebibytes),
  encryptor: (mebibytes) => cipher("encryptor", mebibytes),
  sealParts,
  sealAndSend,
};
