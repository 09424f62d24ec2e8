/** The WebCrypto calls that opening a record for a list takes, and nothing else: no text, no encoding, no check. */
const AT_ONCE = 256;
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const { subtle } = crypto;

async function callsOfARecord(): Promise<() => Promise<void>> {
  const kek = await subtle.importKey("raw", random(32), "HKDF", false, ["deriveBits"]);
  const some = await subtle.importKey("raw", random(32), "AES-GCM", false, ["encrypt", "decrypt"]);
  const cipher = { name: "AES-GCM", iv: random(12) };
  const box = await subtle.encrypt(cipher, some, random(256));
  const derivation = { name: "HKDF", hash: "SHA-256", salt: random(16), info: random(150) };
  const hashed = random(400);
  const raw = random(32);

  async function open(ikm: CryptoKey): Promise<void> {
    const okm = await subtle.deriveBits(derivation, ikm, 512);
    await subtle.importKey("raw", okm.slice(0, 32), "AES-GCM", false, ["decrypt"]);
    await subtle.decrypt(cipher, some, box);
  }

  return async () => {
    // The tag; then the wrap and the body.
    await subtle.digest("SHA-256", hashed);
    await open(kek);
    await open(await subtle.importKey("raw", raw, "HKDF", false, ["deriveBits"]));
  };
}

onmessage = async ({ data: records }: MessageEvent<number>) => {
  const open = await callsOfARecord();
  const started = performance.now();
  for (let from = 0; from < records; from += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, records - from) }, open));
  }
  postMessage(performance.now() - started);
};
