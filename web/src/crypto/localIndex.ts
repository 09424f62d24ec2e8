/** Local copies of contents and the search index: boxes under a key that only this unlocked device can derive. */
import { open, seal, type Box } from "./box.ts";
import type { Bytes } from "./bytes.ts";
import type { DeviceIdentity } from "./deviceKey.ts";
import type { Ikm } from "./derive.ts";

/** The counter grows with each write of a store, so that an older copy does not pass for the newest. */
export interface LocalPlace {
  readonly store: string;
  readonly counter: number;
}

function context({ account, user, device }: DeviceIdentity, { store, counter }: LocalPlace) {
  return { account, user, device, store, counter };
}

export function sealLocal(key: Ikm, owner: DeviceIdentity, place: LocalPlace, contents: Bytes): Promise<Box> {
  return seal(key, "local-index", context(owner, place), contents);
}

export function openLocal(key: Ikm, owner: DeviceIdentity, place: LocalPlace, box: Box): Promise<Bytes> {
  return open(key, "local-index", context(owner, place), box);
}
