/** The keyring inside React: its state, and records that open while they are on the screen. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";

import type { ClientStanding, Keyring, KeyState, RecordKind, SealedItem } from "./contract.ts";

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
 * `sealed`: no key of this device opens it, or the device itself is `locked` and nothing opens. `broken`: the key fits, and the content is not what was signed, or, `unfit`,
 * it was signed and does not have the form of its kind.
 */
export type Opening<Payload> =
  | { name: "opening" }
  | { name: "sealed"; locked: boolean }
  | { name: "broken"; unfit: boolean }
  /** `verified` comes a moment later; until then it is shown, and not to be edited or exported. */
  | { name: "open"; payload: Payload; verified: boolean };

/** Plaintext lives in the component for as long as it is on the screen, and nowhere else. */
export function useOpened<Payload>(kind: RecordKind, item: SealedItem | undefined): Opening<Payload> {
  const keyring = useKeyring();
  const state = useKeyState();
  const [opened, setOpened] = useState<Outcome<Payload> | null>(null);
  const ready = state.name === "ready";

  useEffect(() => {
    if (!item || !ready) return undefined;
    let gone = false;
    const outcome = (opening: Opening<Payload>) => !gone && setOpened({ item, opening });
    async function open(of: SealedItem) {
      const { payload, verified } = await keyring.showRecord(kind, of);
      outcome({ name: "open", payload: payload as Payload, verified: false });
      await verified;
      outcome({ name: "open", payload: payload as Payload, verified: true });
    }
    open(item).catch((reason: unknown) => outcome(closedBy(reason)));
    return () => {
      gone = true;
      setOpened(null);
    };
  }, [keyring, kind, item, ready]);

  if (!item) return { name: "opening" };
  if (!ready) return withoutKeys(state.name);
  return opened?.item === item ? opened.opening : { name: "opening" };
}

/** What an item is while this device opens none: until the keyring has started nothing is known, and a role without keys has no access. */
export const withoutKeys = (name: KeyState["name"]): Exclude<Opening<never>, { name: "open" | "broken" }> =>
  name === "starting" ? { name: "opening" } : { name: "sealed", locked: name !== "keyless" };

/** What became of one item; that of another one is never shown in its place. */
interface Outcome<Payload> {
  item: SealedItem;
  opening: Opening<Payload>;
}

/** Why an item that did not open shows nothing. */
export const closedBy = (reason: unknown): Exclude<Opening<never>, { name: "open" }> =>
  isSealed(reason) ? { name: "sealed", locked: false } : { name: "broken", unfit: isUnfit(reason) };

/** It was opened, and does not have the form of its kind. */
const isUnfit = (reason: unknown): boolean => reason instanceof Error && reason.name === "Unfit";

/** The keyring throws these names when no wrap of the item is for a role this device holds, or when nothing is opened at this moment. */
export const isSealed = (reason: unknown): boolean => reason instanceof Error && ["Sealed", "NotInThisState"].includes(reason.name);

interface OpenedProps<Payload> {
  kind: RecordKind;
  item: SealedItem;
  sealed: ReactNode;
  children: (payload: Payload) => ReactNode;
}

export function Opened<Payload>({ kind, item, sealed, children }: OpenedProps<Payload>) {
  const opening = useOpened<Payload>(kind, item);
  return opening.name === "open" ? children(opening.payload) : opening.name === "opening" ? null : sealed;
}
