/** The keyring inside React: its state, and records that open while they are on the screen. */
import { createContext, useContext, useSyncExternalStore, type ReactNode } from "react";

import { alarmWord, type AlarmWord } from "../crypto/errors.ts";
import type { ClientStanding, Keyring, KeyState } from "./contract.ts";

const KeyringContext = createContext<Keyring | null>(null);

export function KeyringProvider({ keyring, children }: { keyring: Keyring; children: ReactNode }) {
  return <KeyringContext value={keyring}>{children}</KeyringContext>;
}

export function useKeyring(): Keyring {
  const keyring = useContext(KeyringContext);
  if (!keyring) throw new Error("Device key not registered");
  return keyring;
}

export function useKeyState(): KeyState {
  const keyring = useKeyring();
  return useSyncExternalStore(
    (listener) => keyring.subscribe(listener),
    () => keyring.state(),
  );
}

/** In which state this client is, for the frame of the app. */
export function useStanding(): ClientStanding {
  const keyring = useKeyring();
  return useSyncExternalStore(
    (listener) => keyring.subscribe(listener),
    () => keyring.standing(),
  );
}

/**
 * `sealed`: no key of this device opens it, or the device itself is `locked` and nothing opens. `alarm`: what was served is
 * not what was signed. `broken`: it was signed, and its contents do not open, or, `unfit`, do not have the form of their kind.
 */
export type Opening<Payload> =
  | { name: "opening" }
  | { name: "sealed"; locked: boolean }
  /** `last` is its last title that this device has proven. */
  | { name: "alarm"; word: AlarmWord; last?: string | null }
  | { name: "broken"; unfit: boolean }
  /** Its statements were verified. Only what is `proven` is edited, copied or exported. */
  | { name: "open"; payload: Payload; proven: boolean };

/** What an item is while this device opens none: until the keyring has started nothing is known, and a role without keys has no access. */
export const withoutKeys = (name: KeyState["name"]): Extract<Opening<never>, { name: "opening" | "sealed" }> =>
  name === "starting" ? { name: "opening" } : { name: "sealed", locked: name !== "keyless" };

/** Why an item that did not open shows nothing. */
export function closedBy(reason: unknown): Exclude<Opening<never>, { name: "open" | "opening" }> {
  if (isSealed(reason)) return { name: "sealed", locked: false };
  const word = alarmWord(reason);
  return word ? { name: "alarm", word } : { name: "broken", unfit: isUnfit(reason) };
}

/** It was opened, and does not have the form of its kind. */
const isUnfit = (reason: unknown): boolean => reason instanceof Error && reason.name === "Unfit";

/** The keyring throws these names when no wrap of the item is for a role this device holds, or when nothing is opened at this moment. */
export const isSealed = (reason: unknown): boolean => reason instanceof Error && ["Sealed", "NotInThisState"].includes(reason.name);
