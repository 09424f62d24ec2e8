/** Opening the device between visits: the authenticator, the pass-phrase, and the cache that is split with the server. */
import type { DeviceIdentity } from "../crypto/deviceKey.ts";
import { CryptoError, TEXTS } from "../crypto/errors.ts";
import { CACHE_LIFE_MS } from "../crypto/fixed.ts";
import { isMissing } from "./calls.ts";
import type { Acting } from "./acting.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import { CACHE_RENEWAL_MS } from "./cacheLife.ts";
import type { DeviceRecord } from "./store.ts";

export function identityIn({ accountId, userId, deviceId, publicKeyB64u, signPublicKeyB64u }: DeviceRecord): DeviceIdentity {
  return { account: accountId, user: userId, device: deviceId, ecdhPublic: publicKeyB64u, ecdsaPublic: signPublicKeyB64u };
}

function recordOf({ record }: Context): DeviceRecord {
  if (!record) throw new CryptoError("failed_precondition", TEXTS.noDevice);
  return record;
}

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 30_000;

/** Each wrong pass-phrase doubles the wait before the next one is tried. */
async function waitAfter(wrongTries: number): Promise<void> {
  if (wrongTries === 0) return;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (wrongTries - 1), LONGEST_WAIT_MS);
  await new Promise((resolve) => setTimeout(resolve, wait));
}

/** Tries what was typed; after a wrong one the next try waits. */
export async function tryPassphrase(context: Context, passphrase: string | undefined, use: (given: string) => Promise<void>): Promise<void> {
  if (!passphrase) throw new CryptoError("failed_precondition", TEXTS.passphraseMissing);
  await waitAfter(context.wrongTries);
  await use(passphrase).catch((error: unknown) => {
    context.wrongTries++;
    throw error;
  });
  context.wrongTries = 0;
}

/** Opens the device with what the person gives; the answer is when it locks by itself. */
export async function unlock(context: Acting, passphrase?: string): Promise<number> {
  const record = recordOf(context);
  const identity = identityIn(record);
  const kept = record.encryptedPrivateKey;
  if (record.authenticator) {
    const { askAuthenticator } = await import("./webauthn.ts");
    const result = await askAuthenticator(record.authenticator);
    await context.worker.unlock({ identity, kept, proof: { by: "authenticator", authenticator: record.authenticator, result } });
  } else {
    await tryPassphrase(context, passphrase, (given) => context.worker.unlock({ identity, kept, proof: { by: "passphrase", passphrase: given } }));
  }
  return keepOpen(context);
}

/** Fresh halves, one here and one there; without the account's leave the device stays open in this tab only. */
export async function keepOpen(context: Acting): Promise<number> {
  const { worker, calls } = context;
  const record = recordOf(context);
  const tabOnly = Date.now() + CACHE_LIFE_MS;
  if (!logState(context).policy.allowCache) {
    await Promise.all([worker.forgetSecret(), changeRecord(context, { cache: null })]);
    return tabOnly;
  }
  let isShared = false;
  try {
    const sealed = await worker.sealCache();
    if (!sealed) return tabOnly;
    const { shareB64u, box, createdAt } = sealed;
    await calls.putShare(record.deviceId, shareB64u);
    isShared = true;
    await changeRecord(context, { cache: { box, createdAt, bundles: record.cache?.bundles ?? [] } });
    await worker.cacheIsKept({ createdAt });
    context.cacheWaits = false;
    return createdAt + CACHE_LIFE_MS;
  } catch (error) {
    // A share of a cache that is not kept stays nowhere: the device may have been locked meanwhile.
    if (isShared) void calls.deleteShare(record.deviceId).catch(() => undefined);
    context.cacheWaits = isMissing(error);
    if (!context.cacheWaits) await worker.forgetSecret();
    return tabOnly;
  }
}

/** Opens the device from the cache when both halves are there and young enough. */
export async function unlockFromCache(context: Context): Promise<number | null> {
  const record = recordOf(context);
  const { cache } = record;
  if (!cache || !logState(context).policy.allowCache) return null;
  try {
    const { shareB64u } = await context.calls.share(record.deviceId);
    const { box, createdAt } = cache;
    await context.worker.openCache({ identity: identityIn(record), box, createdAt, shareB64u });
    const acting = Date.now() - createdAt > CACHE_RENEWAL_MS ? await (await import("./deputies.ts")).byItself(context, "cache", {}) : null;
    if (acting) return await keepOpen(acting);
    await context.worker.forgetSecret();
    // When it locks is for this device to say, whatever the server tells of its half.
    return createdAt + CACHE_LIFE_MS;
  } catch (error) {
    // Without the share the cache is of no use; any other failure leaves it for the next try.
    if (isMissing(error) || (error as { code?: string }).code === "data_loss") await changeRecord(context, { cache: null });
    return null;
  }
}
