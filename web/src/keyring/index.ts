/** What the app takes from the keyring. */
export { createKeyring, type KeyringOptions, type LivingKeyring, type WorkerHandle } from "./keyring.ts";
export { connectCryptoWorker } from "./workers.ts";
export { KeyringProvider, isSealed, useKeyring, useKeyState, type Opening } from "./react.tsx";
export { later } from "./later.ts";
export { hasDevice, othersHere } from "./store.ts";
export type { CarriedLink } from "./worker/readLink.ts";
export type * from "./contract.ts";
