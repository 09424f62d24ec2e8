/**
 * The cache that keeps a device open over reloads, for 24 hours of use.
 *
 * Its key is split: one half lies on this disk, the other with the server for this session. Either alone is 32 random bytes.
 */
import { open, seal, type Box } from "./box.ts";
import { concat, type Bytes } from "./bytes.ts";
import { deviceSecret, type DeviceIdentity, type DeviceSecret } from "./deviceKey.ts";
import { damaged } from "./errors.ts";
import { CACHE_LIFE_MS } from "./fixed.ts";


export interface CacheHalves {
  readonly localSecret: Bytes;
  readonly serverShare: Bytes;
}

function ikmOf({ localSecret, serverShare }: CacheHalves): Bytes {
  if (localSecret.length !== 32 || serverShare.length !== 32) throw damaged();
  return concat(localSecret, serverShare);
}

function context({ account, user, device, ecdhPublic, ecdsaPublic }: DeviceIdentity, createdAt: number) {
  return { account, user, device, ecdhPublic, ecdsaPublic, createdAt };
}

export function sealUnlockCache(
  identity: DeviceIdentity, secret: DeviceSecret, halves: CacheHalves, createdAt: number,
): Promise<Box> {
  return seal(ikmOf(halves), "unlock-cache", context(identity, createdAt), secret);
}

/** A cache from the future or older than its life is refused before it is opened. */
export async function openUnlockCache(
  identity: DeviceIdentity, halves: CacheHalves, createdAt: number, now: number, box: Box,
): Promise<DeviceSecret> {
  const age = now - createdAt;
  if (age < 0 || age > CACHE_LIFE_MS) throw damaged();
  return deviceSecret(await open(ikmOf(halves), "unlock-cache", context(identity, createdAt), box));
}
