/** A keyring of tests that signs by writing down what it was asked for. */
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import type { ReactNode } from "react";

import type { Keyring, KeyState } from "../keyring/contract";
import { KeyringProvider } from "../keyring/react";
import { aDirectory } from "../people/testing";
import type { Item } from "./item";

type Part = Partial<Pick<Keyring, "signAttrs" | "signDelete" | "showRecord">>;

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
  ({ id, version, sealed: {}, later: [], audience: [], lifecycle: "active", createdAt: "", updatedAt: "", ...more }) as unknown as Item;
