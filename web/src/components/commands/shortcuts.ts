/** From pressed keys to a command. */
import type { Command } from "./commands";

export interface Press {
  key: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

/** How long the first key of two waits for the second. */
export const PAIR_MS = 1200;

/** How a press is written in a command. */
export function written({ key, ctrl, shift, alt }: Press): string | null {
  if (alt || key === "Control" || key === "Meta" || key === "Shift") return null;
  const name = key.length === 1 ? key.toUpperCase() : key;
  // A sign that needs Shift to be typed is written as itself.
  const shifted = shift && (ctrl || key.length > 1);
  return [ctrl && "Ctrl", shifted && "Shift", name].filter(Boolean).join("+");
}

export type Heard = { run: Command } | { wait: string } | null;

/** The command that a press completes, or the first of two keys to remember. */
export function hear(commands: readonly Command[], press: Press, before: string | null, letters: boolean): Heard {
  const now = written(press);
  if (now === null || (!letters && !press.ctrl)) return null;
  const pair = before === null ? undefined : commands.find(({ keys }) => keys === `${before} ${now}`);
  const found = pair ?? commands.find(({ keys }) => keys === now);
  if (found) return { run: found };
  return commands.some(({ keys }) => keys?.startsWith(`${now} `)) ? { wait: now } : null;
}

/** Shortcuts are off while a text field has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
}
