/** Appearance settings, stored in this browser only. */
import { useSyncExternalStore } from "react";

import { ofBrowser } from "./shelf";

export interface Preferences {
  theme: "system" | "light" | "dark";
  density: "comfortable" | "compact";
  /** Single letters as shortcuts can be switched off. */
  letters: boolean;
  panelWidth: number;
}

const STORED = "coffer.preferences";
const DEFAULTS: Preferences = { theme: "system", density: "comfortable", letters: true, panelWidth: 420 };

function read(): Preferences {
  try {
    return { ...DEFAULTS, ...(JSON.parse(ofBrowser.get(STORED) ?? "{}") as Partial<Preferences>) };
  } catch {
    return DEFAULTS;
  }
}

let current = read();
const listeners = new Set<() => void>();

/** Puts them on the page; before the first paint, and whenever one changes. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  if (current.theme === "system") delete dataset["theme"];
  else dataset["theme"] = current.theme;
  dataset["density"] = current.density;
}

export function prefer(change: Partial<Preferences>): void {
  current = { ...current, ...change };
  ofBrowser.set(STORED, JSON.stringify(current));
  applyPreferences();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => current);

/** One value of a screen, kept under a name of its own: column widths, what is hidden, the sort. */
export function recall<Value>(name: string, fallback: Value): Value {
  try {
    const stored = ofBrowser.get(`coffer.${name}`);
    return stored === null ? fallback : (JSON.parse(stored) as Value);
  } catch {
    return fallback;
  }
}

export function keep(name: string, value: unknown): void {
  ofBrowser.set(`coffer.${name}`, JSON.stringify(value));
}
