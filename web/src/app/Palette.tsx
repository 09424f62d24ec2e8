/** The palette: every place and every command of the page, found by typing. */
import { CornerDownLeft, Search } from "lucide-react";
import { useMemo, useState } from "react";
import { Autocomplete } from "react-aria-components/Autocomplete";
import { Dialog } from "react-aria-components/Dialog";
import { Input } from "react-aria-components/Input";
import { ListBox, ListBoxItem, ListBoxSection } from "react-aria-components/ListBox";
import { Header } from "react-aria-components/Header";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { SearchField } from "react-aria-components/SearchField";

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
  const [typed, setTyped] = useState("");
  const words = typed.replace(/^>\s*/, "");

  const groups = useMemo(() => {
    const found = commands.filter(({ label }) => matches(label, words));
    return (["go", "new", "act"] as const)
      .map((group) => ({ group, found: found.filter((command) => command.group === group) }))
      .filter(({ found: some }) => some.length > 0);
  }, [commands, words]);

  const titles = {
    go: say("palette.go", "Go to"),
    new: say("palette.new", "New"),
    act: say("palette.act", "Commands"),
  };

  function choose(id: string) {
    const command = commands.find((candidate) => candidate.id === id);
    onClose();
    // After the dialog has given the focus back, so that the command may take it.
    setTimeout(() => command?.run());
  }

  return (
    <Dialog aria-label={say("palette.label", "Search or jump to")} className={styles["dialog"]}>
      <Autocomplete inputValue={typed} onInputChange={setTyped}>
        <SearchField autoFocus aria-label={say("palette.field", "What to find")} className={styles["field"]}>
          <Search />
          <Input placeholder={say("palette.placeholder", "Search places and commands")} />
          <Kbd>Esc</Kbd>
        </SearchField>
        {/* The focus stays in the field; the region takes it only to be scrolled by keys. */}
        <div className={styles["list"]} tabIndex={0} role="group" aria-label={say("palette.results", "Results")}>
          <ListBox
            aria-label={say("palette.results", "Results")}
            className={styles["results"]}
            onAction={(id) => choose(String(id))}
            renderEmptyState={() => <p className={styles["none"]}>{say("palette.none", "Nothing by that name")}</p>}
          >
            {groups.map(({ group, found }) => (
              <ListBoxSection key={group} id={group}>
                <Header className={styles["group"]}>{titles[group]}</Header>
                {found.map((command) => (
                  <Option key={command.id} command={command} />
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </div>
      </Autocomplete>
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

function Option({ command: { id, label, icon: Icon, keys } }: { command: Command }) {
  return (
    <ListBoxItem id={id} textValue={label} className={styles["option"]}>
      {Icon ? <Icon /> : <CornerDownLeft />}
      <span>{label}</span>
      {keys && (
        <span className={styles["keys"]}>
          {keys.split(/[ +]/).map((key) => (
            <Kbd key={key}>{key}</Kbd>
          ))}
        </span>
      )}
    </ListBoxItem>
  );
}
