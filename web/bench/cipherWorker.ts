/**
 * The frame cipher of the product beside bare WebCrypto, over the same buffers in the same worker.
 *
 * `bare` awaits one call after the other; `bareInFlight` starts as many at a time as a part has frames. `frames` is the
 * product's cipher alone, `encryptor` has the hash and the leaf of each frame with it. The hashes are the bare calls that
 * come with each byte: of frames (once of what is encrypted and once of what is true) and of a whole part.
 */
import { concat, randomBytes, u32, type Bytes } from "../src/crypto/bytes.ts";
import { generateDataKey } from "../src/crypto/contentWrap.ts";
import { sha256 } from "../src/crypto/derive.ts";
import { createFileEncryptor } from "../src/crypto/fileEncryptor.ts";
import { createHeader, type FilePlace } from "../src/crypto/fileHeader.ts";
import { FRAMES_PER_PART } from "../src/crypto/fileSizes.ts";
import { sealFrame } from "../src/crypto/frames.ts";

const FRAME_BYTES = 256 * 1024;
const BUFFERS: readonly Bytes[] = Array.from({ length: FRAMES_PER_PART }, () => randomBytes(FRAME_BYTES));

export interface Turn {
  readonly contender: Contender;
  readonly parts: number;
}

export interface Taken {
  readonly bytes: number;
  readonly milliseconds: number;
}

function place(): FilePlace {
  return { account: crypto.randomUUID(), file: crypto.randomUUID(), version: 1, purpose: "content" };
}

async function bareCipher(): Promise<(buffer: Bytes) => Promise<unknown>> {
  const key = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  const prefix = randomBytes(8);
  let count = 0;
  return (buffer) => {
    const iv = new Uint8Array(12);
    iv.set(prefix);
    iv.set(u32(count++), 8);
    return crypto.subtle.encrypt({ name: "AES-GCM", iv, tagLength: 128 }, key, buffer);
  };
}

/** Each takes one part of 32 frames at a time. */
const CONTENDERS = {
  bare: async () => {
    const encrypt = await bareCipher();
    return async () => {
      for (const buffer of BUFFERS) await encrypt(buffer);
    };
  },
  bareInFlight: async () => {
    const encrypt = await bareCipher();
    return () => Promise.all(BUFFERS.map(encrypt));
  },
  bareHashOfFrames: () => Promise.resolve(async () => {
    for (const buffer of BUFFERS) await crypto.subtle.digest("SHA-256", buffer);
  }),
  bareHashOfParts: () => {
    const part = concat(...BUFFERS);
    return Promise.resolve(() => crypto.subtle.digest("SHA-256", part));
  },
  frames: async () => {
    const { header, key } = await createHeader(generateDataKey(), place(), FRAME_BYTES);
    const headerHash = await sha256(header.bytes);
    let next = 0;
    return () => Promise.all(BUFFERS.map((buffer) => sealFrame(key, header, { headerHash, index: next++, final: false }, buffer)));
  },
  encryptor: async () => {
    const encryptor = await createFileEncryptor(generateDataKey(), place(), FRAME_BYTES);
    const memory = concat(new Uint8Array(FRAMES_PER_PART * 16), ...BUFFERS);
    return () => encryptor.nextInPlace(memory, FRAMES_PER_PART * FRAME_BYTES, false);
  },
};

export type Contender = keyof typeof CONTENDERS;

onmessage = async ({ data: { contender, parts } }: MessageEvent<Turn>) => {
  const seal = await CONTENDERS[contender]();
  const started = performance.now();
  for (let part = 0; part < parts; part++) await seal();
  postMessage({ bytes: parts * BUFFERS.length * FRAME_BYTES, milliseconds: performance.now() - started } satisfies Taken);
};
