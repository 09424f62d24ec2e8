/** The list of shortcuts, made from the commands that are there. */
import { Dialog } from "../components/Dialog";
import { Kbd } from "../components/Marks";
import { Switch } from "../components/Switch";
import { useCommands } from "../components/commands/commands";
import { useSay } from "../i18n/say";
import { prefer, usePreferences } from "../browser/preferences";
import styles from "./ShortcutHelp.module.css";

export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const commands = useCommands();
  const { letters } = usePreferences();

  const lists: [string, string][] = [
    [say("help.list.move", "Move in a list"), "J K"],
    [say("help.list.open", "Open next to the list"), "Enter"],
    [say("documents.openPage", "Open as page"), "Ctrl+Enter"],
    [say("help.list.edit", "Edit in the list"), "E"],
    [say("help.list.select", "Select"), "X"],
    [say("help.list.all", "Select all that match"), "Ctrl+A"],
    [say("help.list.extend", "Extend the selection"), "Shift+↓"],
    [say("help.head.go", "From the first row to the column headings"), "↑"],
    [say("help.head.sort", "Sort by a column, from its heading"), "Enter"],
    [say("help.head.menu", "Open the menu of a column"), "Alt+↓"],
    [say("help.head.width", "Change the width of a column"), "Shift+→"],
    [say("help.list.close", "Close, then clear the selection"), "Esc"],
  ];
  const shown = commands.flatMap<[string, string]>(({ label, keys }) => (keys ? [[label, keys]] : []));

  return (
    <Dialog title={say("help.title", "Keyboard shortcuts")} isOpen onClose={onClose} wide>
      <dl className={styles["keys"]}>
        {[...shown, ...lists].map(([label, keys]) => (
          <div key={`${label} ${keys}`}>
            <dt>{label}</dt>
            <dd>
              {keys.split(/[ +]/).map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <Switch isSelected={letters} onChange={(on) => prefer({ letters: on })}>
        {say("help.letters", "Single-key shortcuts")}
      </Switch>
    </Dialog>
  );
}
