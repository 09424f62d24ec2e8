/** The palette: every place and every command of the page, found by typing. */
import { CornerDownLeft, Search } from "lucide-react";
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

import { useCommands, type Command } from "../commands/commands";
import { matches } from "../commands/matching";
import { Kbd } from "../components/Marks";
import { useSay } from "../i18n/say";
import styles from "./Palette.module.css";

export default function Palette({ onClose }: { onClose: () => void }) {
  return (
    <ModalOverlay
      className={styles["scrim"]}
      isDismissable
      isOpen
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles["palette"]}>
        <Finder onClose={onClose} />
      </Modal>
    </ModalOverlay>
  );
}

function Finder({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const commands = useCommands();
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const words = typed.replace(/^>\s*/, "");

  const groups = useMemo(() => {
    const found = commands.filter(({ label }) => matches(label, words));
    return (["go", "new", "act"] as const)
      .map((group) => ({ group, found: found.filter((command) => command.group === group) }))
      .filter(({ found: some }) => some.length > 0);
  }, [commands, words]);
  const shown = useMemo(() => groups.flatMap(({ found }) => found), [groups]);
  const active = shown[Math.min(at, shown.length - 1)];
  const optionId = ({ id }: Command) => `${listId} ${id}`.replaceAll(/\s/g, "-");
  const activeId = active && optionId(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const titles = {
    go: say("palette.go", "Go to"),
    new: say("palette.new", "New"),
    act: say("palette.act", "Commands"),
  };

  function choose(command: Command) {
    onClose();
    // After the dialog has given the focus back, so that the command may take it.
    setTimeout(() => command.run());
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || shown.length === 0) return;
    const current = Math.min(at, shown.length - 1);
    if (event.key === "ArrowDown") setAt((current + 1) % shown.length);
    else if (event.key === "ArrowUp") setAt((current - 1 + shown.length) % shown.length);
    else if (event.key === "Enter" && active) choose(active);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog aria-label={say("palette.label", "Search or jump to")} className={styles["dialog"]}>
      <div className={styles["field"]}>
        <Search />
        {/* The focus stays here; the option that Enter takes is only marked. */}
        <input
          role="combobox"
          autoFocus
          autoComplete="off"
          spellCheck={false}
          aria-label={say("palette.field", "What to find")}
          placeholder={say("palette.placeholder", "Search places and commands")}
          aria-autocomplete="list"
          aria-expanded={shown.length > 0}
          aria-controls={shown.length > 0 ? listId : undefined}
          aria-activedescendant={activeId}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
          onKeyDown={press}
        />
        <Kbd>Esc</Kbd>
      </div>
      {shown.length === 0 ? (
        <p role="status" className={styles["none"]}>
          {say("palette.none", "Nothing by that name")}
        </p>
      ) : (
        <div role="listbox" id={listId} aria-label={say("palette.results", "Results")} className={styles["list"]}>
          {groups.map(({ group, found }) => (
            <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
              <div id={`${listId}-${group}`} role="presentation" className={styles["group"]}>
                {titles[group]}
              </div>
              {found.map((command) => (
                <Option
                  key={command.id}
                  id={optionId(command)}
                  command={command}
                  isActive={command === active}
                  onPoint={() => setAt(shown.indexOf(command))}
                  onChoose={() => choose(command)}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      <footer className={styles["foot"]}>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {say("palette.move", "move")}
        </span>
        <span>
          <Kbd>↵</Kbd> {say("palette.open", "open")}
        </span>
      </footer>
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  command: Command;
  isActive: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function Option({ id, command: { label, icon: Icon, keys }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      className={styles["option"]}
      // Moved, not entered: rows that scroll by under a resting pointer are not pointed at.
      onPointerMove={onPoint}
      onClick={onChoose}
    >
      {Icon ? <Icon /> : <CornerDownLeft />}
      <span>{label}</span>
      {keys && (
        <span className={styles["keys"]}>
          {keys.split(/[ +]/).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </div>
  );
}
