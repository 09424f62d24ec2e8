/** The palette: every item that this device opens, every place and every command of the page, found by typing. */
import { CornerDownLeft, Search } from "lucide-react";
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Modal, ModalOverlay } from "react-aria-components/Modal";
import { useNavigate } from "react-router";

import { useCommands, type Command } from "../components/commands/commands";
import { matches } from "../components/commands/matching";
import { useTypedAhead } from "../components/commands/useTypedAhead";
import { BackCloses } from "../components/BackCloses";
import { Kbd, RoleKey } from "../components/Marks";
import { formatDay } from "../dates/days";
import { marked } from "../lists/finding/marked";
import { lastOpened, recentFirst } from "../lists/finding/opened";
import { KIND_ICONS, kindWord } from "../lists/finding/kindWords";
import { FINDABLE } from "../lists/finding/kinds";
import { useFound, useOpenOnes, type Found } from "../lists/finding/useFound";
import { useSay } from "../i18n/say";
import { useFed } from "../lists/list/useFed";
import { useRoleNames } from "../lists/people/people";
import { useDates, useSignedIn } from "../session/useSession";
import { PATHS } from "./kinds";
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
        <BackCloses close={onClose} />
        <Finder onClose={onClose} />
      </Modal>
    </ModalOverlay>
  );
}

interface Choice extends Omit<Command, "group"> {
  /** What kind of thing it is, and what is known of it. */
  detail?: string;
  /** The role whose key opens it. */
  role?: string | undefined;
  /** The words that led to it. */
  typed?: string;
  /** What Ctrl and Enter do. */
  beside?: () => void;
}

const SHOWN_OPENED = 6;

interface Items {
  opened: Choice[];
  found: Choice[];
  /** Nothing more comes by itself. */
  isWhole: boolean;
}

/** Before anything is typed, those that were opened last; then those that say it. A line that begins with `>` asks for commands only. */
function useItems(typed: string): Items {
  const say = useSay();
  const dates = useDates();
  const navigate = useNavigate();
  const roles = useRoleNames();
  const { account } = useSignedIn();
  const [ids] = useState(() => lastOpened(account.id));
  const words = typed.startsWith(">") ? "" : typed.trim();
  const isWhole = useFed(FINDABLE);
  const found = useFound(words);
  const opened = useOpenOnes(ids);

  return useMemo(() => {
    const choice = ({ kind, id, expiresOn, audience, title }: Found): Choice => ({
      id: `${kind} ${id}`,
      label: title,
      icon: KIND_ICONS[kind],
      typed: words,
      detail: expiresOn ? say("palette.expires", "Document, expires {day}", { day: formatDay(expiresOn, dates) }) : kindWord(say, kind),
      role: [...roles].find(([id]) => audience.includes(id))?.[1],
      run: () => void navigate(`${PATHS[kind]}/${id}`),
      beside: () => void navigate(`${PATHS[kind]}?open=${id}`),
    });
    return {
      opened: typed === "" ? opened.slice(0, SHOWN_OPENED).map(choice) : [],
      found: recentFirst(found, ({ id }) => id, ids).map(choice),
      isWhole,
    };
  }, [isWhole, opened, found, ids, typed, words, roles, say, dates, navigate]);
}

function Finder({ onClose }: { onClose: () => void }) {
  const say = useSay();
  const commands = useCommands();
  const listId = useId();
  const [typed, setTyped] = useTypedAhead();
  const [at, setAt] = useState(0);
  const words = typed.replace(/^>\s*/, "");

  const { opened, found: items, isWhole } = useItems(typed);

  const groups = useMemo(() => {
    const fitting = commands.filter(({ label }) => matches(label, words));
    const of = (wanted: Command["group"]): Choice[] => fitting.filter(({ group }) => group === wanted);
    return [
      { group: "opened", found: opened } as const,
      { group: "found", found: items } as const,
      ...(["go", "new", "act"] as const).map((group) => ({ group, found: of(group) })),
    ].filter(({ found }) => found.length > 0);
  }, [commands, opened, items, words]);
  const shown = useMemo(() => groups.flatMap(({ found }) => found), [groups]);
  const active = shown[Math.min(at, shown.length - 1)];
  const optionId = ({ id }: Choice) => `${listId} ${id}`.replaceAll(/\s/g, "-");
  const activeId = active && optionId(active);

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: "nearest" });
  }, [activeId]);

  const titles = {
    opened: say("palette.opened", "Recently opened"),
    found: say("palette.found", "Best matches, searched on this device"),
    go: say("palette.go", "Go to"),
    new: say("palette.new", "New"),
    act: say("palette.act", "Commands"),
  };

  function choose({ run, beside }: Choice, isBeside = false) {
    onClose();
    // After the dialog has given the focus back, so that the command may take it.
    setTimeout(isBeside && beside ? beside : run);
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || shown.length === 0) return;
    const current = Math.min(at, shown.length - 1);
    if (event.key === "ArrowDown") setAt((current + 1) % shown.length);
    else if (event.key === "ArrowUp") setAt((current - 1 + shown.length) % shown.length);
    else if (event.key === "Enter" && active) choose(active, event.ctrlKey || event.metaKey);
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
          aria-label={say("palette.field", "Search")}
          placeholder={say("palette.placeholder", "Search everything on this device, or type a command")}
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
          {isWhole ? say("palette.none", "No results") : say("state.loading", "Loading")}
        </p>
      ) : (
        <div role="listbox" id={listId} aria-label={say("palette.results", "Results")} className={styles["list"]}>
          {groups.map(({ group, found }) => (
            <div key={group} role="group" aria-labelledby={`${listId}-${group}`}>
              <div id={`${listId}-${group}`} role="presentation" className={styles["group"]}>
                {titles[group]}
              </div>
              {found.map((choice) => (
                <Option
                  key={choice.id}
                  id={optionId(choice)}
                  choice={choice}
                  isActive={choice === active}
                  onPoint={() => setAt(shown.indexOf(choice))}
                  onChoose={(isBeside) => choose(choice, isBeside)}
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
        <span>
          <Kbd>Ctrl ↵</Kbd> {say("palette.beside", "open next to the list")}
        </span>
        <span className={styles["last"]}>
          <Kbd>&gt;</Kbd> {say("palette.commands", "commands only")}
        </span>
      </footer>
    </Dialog>
  );
}

interface OptionProps {
  id: string;
  choice: Choice;
  isActive: boolean;
  onPoint: () => void;
  onChoose: (isBeside: boolean) => void;
}

function Option({ id, choice: { label, icon: Icon, keys, detail, role, typed = "" }, isActive, onPoint, onChoose }: OptionProps) {
  return (
    <div
      role="option"
      id={id}
      aria-selected={isActive}
      className={styles["option"]}
      // Moved, not entered: rows that scroll by under a resting pointer are not pointed at.
      onPointerMove={onPoint}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
    >
      {Icon ? <Icon /> : <CornerDownLeft />}
      <span className="clip">
        <bdi>{marked(label, typed).map(({ text, hit }, place) => (hit ? <b key={place}>{text}</b> : text))}</bdi>
      </span>
      {detail && <span className={styles["detail"]}>{detail}</span>}
      {role && (
        <span className={styles["role"]}>
          <RoleKey>{role}</RoleKey>
        </span>
      )}
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
