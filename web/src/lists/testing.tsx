/** A keyring of tests that signs by writing down what it was asked for. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";

import type { AttributeValues, Keyring, KeyState, RecordKind, SealedItem, VerifiedItem } from "../keyring/contract";
import { KeyringProvider } from "../keyring/react";
import { aDirectory } from "./people/testing";
import type { Item } from "./item";

type Part = Partial<Pick<Keyring, "signAttrs" | "signDelete" | "showRecord" | "verify" | "whenProven" | "missing" | "directory" | "lastTitle" | "prove" | "proveEach" | "readDraft" | "keepDraft" | "dropDraft">>;

export interface TestKeyring {
  keyring: Keyring;
  /** The device locks or opens. */
  become: (name: KeyState["name"]) => void;
}

export function aKeyring(part: Part = {}): TestKeyring {
  // The same object until it changes, as React asks for.
  let state = { name: "ready" } as KeyState;
  const listeners = new Set<() => void>();
  const keyring = {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    directory: () => Promise.resolve(aDirectory()),
    missing: () => Promise.resolve([]),
    beforeLock: () => () => undefined,
    lastTitle: () => Promise.resolve(null),
    prove: () => Promise.resolve(),
    proveEach: (_kind: RecordKind, items: readonly SealedItem[]) => Promise.resolve(items.map(() => null)),
    // No head comes.
    whenProven: () => new Promise(() => undefined),
    ...part,
  } as unknown as Keyring;
  return {
    keyring,
    become(name) {
      state = { name } as KeyState;
      for (const listener of [...listeners]) listener();
    },
  };
}

export function inside(keyring: Keyring) {
  i18n.loadAndActivate({ locale: "en", messages: {} });
  return function Inside({ children }: { children: ReactNode }) {
    return (
      <I18nProvider i18n={i18n}>
        <KeyringProvider keyring={keyring}>{children}</KeyringProvider>
      </I18nProvider>
    );
  };
}

export const anItem = (id: string, version = 1, more: object = {}): Item =>
  ({ id, version, sealed: {}, later: [], word: {}, audience: [], owed: [], lifecycle: "active", deleted: false, createdAt: "", updatedAt: "", ...more }) as unknown as Item;

/** What the crypto worker has found out about an item: in place of its signed bytes a test says what they are. */
export function aVerified(kind: RecordKind, id: string, attributes: AttributeValues = {}, more: Partial<VerifiedItem> = {}): VerifiedItem {
  const facts: Omit<VerifiedItem, symbol> = {
    id, kind, revision: 1, contentRevision: 1, schema: 1, hash: "", attributes, audience: [] as unknown as VerifiedItem["audience"], owed: [], fileIds: [],
    author: "clara", device: "laptop", at: "2026-01-02T00:00:00.000Z", creator: "clara", createdAt: "2026-01-01T00:00:00.000Z", deleted: false, behind: [],
    placed: true, grade: "proven",
  };
  return { ...facts, ...more } as VerifiedItem;
}
