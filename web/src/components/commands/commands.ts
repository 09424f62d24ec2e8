/** Registry of commands for keyboard and palette, added by the mounted components. */
import type { ComponentType } from "react";
import { useEffect, useRef, useSyncExternalStore } from "react";

export interface Command {
  id: string;
  label: string;
  icon?: ComponentType;
  /** As pressed: "Ctrl+K", "G H" for one after the other, "U". */
  keys?: string;
  group: "go" | "new" | "act";
  run: () => void;
}

let commands: readonly Command[] = [];
const listeners = new Set<() => void>();

function set(changed: readonly Command[]): void {
  commands = changed;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const currentCommands = (): readonly Command[] => commands;
export const useCommands = (): readonly Command[] => useSyncExternalStore(subscribe, currentCommands);

/** Offers commands for as long as the component is on the screen. */
export function useOffer(offered: readonly Command[]): void {
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  });
  const signature = offered.map(({ id, label, keys }) => `${id}|${label}|${keys ?? ""}`).join("\n");

  useEffect(() => {
    // What runs is looked up at that moment, so a command never acts on what the page was before.
    const own = latest.current.map((command) => ({
      ...command,
      run: () => latest.current.find(({ id }) => id === command.id)?.run(),
    }));
    set([...commands.filter(({ id }) => !own.some((mine) => mine.id === id)), ...own]);
    return () => set(commands.filter((command) => !own.includes(command)));
  }, [signature]);
}
