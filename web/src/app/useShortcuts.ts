/** Listens for the keys of the commands on the screen. */
import { useEffect } from "react";

import { currentCommands } from "../components/commands/commands";
import { hear, isTyping, PAIR_MS } from "../components/commands/shortcuts";
import { usePreferences } from "../browser/preferences";

export function useShortcuts(): void {
  const { letters } = usePreferences();

  useEffect(() => {
    let before: { key: string; at: number } | null = null;

    function pressed(event: KeyboardEvent) {
      const press = { key: event.key, ctrl: event.ctrlKey || event.metaKey, shift: event.shiftKey, alt: event.altKey };
      if (event.defaultPrevented || event.repeat || (isTyping(event.target) && !press.ctrl)) return;
      // A dialog that is open has the keyboard to itself.
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;

      const first = before && event.timeStamp - before.at < PAIR_MS ? before.key : null;
      const heard = hear(currentCommands(), press, first, letters);
      before = null;
      if (!heard) return;
      if ("wait" in heard) {
        before = { key: heard.wait, at: event.timeStamp };
        return;
      }
      event.preventDefault();
      heard.run.run();
    }

    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [letters]);
}
