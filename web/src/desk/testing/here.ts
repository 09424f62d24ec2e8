/** A desk on this thread: everything crosses as it would between threads, at once. */
import { openDesk } from "../desk.ts";
import { hostDesk, type DeskHost } from "../host.ts";
import type { DeskKind } from "../kind.ts";
import { openShown } from "../shown.ts";

export function deskHere(kinds: readonly DeskKind[]): DeskHost {
  return hostDesk(({ language }) => {
    const desk = openDesk({ kinds, language, tell: (message) => shown.hear(structuredClone(message)) });
    const shown = openShown((message) => desk.page(structuredClone(message)), (callback) => callback());
    return { shown, keys: (message) => desk.keys(structuredClone(message)), speak: desk.speak, end: () => shown.end() };
  }, "en");
}
