/** A list that opens under a button, whose lines lead somewhere and can have a button of their own. */
import { useRef, type ComponentType, type ReactNode, type RefObject } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Link } from "react-aria-components/Link";
import { Popover } from "react-aria-components/Popover";

import { BackCloses } from "./BackCloses";
import { Button } from "./Button";
import { classes } from "./classes";
import styles from "./Menu.module.css";
import { ServerHead } from "./ServerWord";

interface PanelProps {
  /** What has opened it. */
  button: RefObject<HTMLButtonElement | null>;
  label: string;
  onClose: () => void;
  /** Its `PanelLine`s. */
  children: ReactNode;
  foot?: ReactNode;
  /** Nobody has signed anything of what is in it: it says so at its head. */
  fromServer?: boolean;
}

export function Panel({ button, label, onClose, children, foot, fromServer = false }: PanelProps) {
  return (
    <Popover
      isOpen
      onOpenChange={(open) => !open && onClose()}
      triggerRef={button}
      trigger="DialogTrigger"
      placement="bottom end"
      offset={4}
      className={classes(styles["popover"], styles["told"])}
      {...(fromServer && { "data-word": true })}
    >
      <BackCloses close={onClose} />
      <Dialog aria-label={label} className={styles["told"]}>
        {fromServer && <ServerHead />}
        <ul className={styles["menu"]}>
          {children}
          {foot && <li>{foot}</li>}
        </ul>
      </Dialog>
    </Popover>
  );
}

interface LineProps {
  icon: ComponentType;
  href: string;
  label: string;
  hint: string;
  onOpen: () => void;
  end: ReactNode;
  /** What can be done with it without going there; the line goes by that. */
  act: { text: string; label: string; onPress: () => void } | null;
}

export function PanelLine({ icon: Icon, href, label, hint, onOpen, end, act }: LineProps) {
  const line = useRef<HTMLLIElement>(null);
  return (
    <li ref={line} className={styles["row"]}>
      <Link href={href} onPress={onOpen} className={styles["item"]}>
        <Icon />
        <span className={styles["words"]}>
          <span>{label}</span>
          <span className="hint">{hint}</span>
        </span>
        {end}
      </Link>
      {act && (
        <Button
          look="quiet"
          size="small"
          writes
          aria-label={act.label}
          onPress={() => {
            focusBeside(line.current);
            act.onPress();
          }}
        >
          {act.text}
        </Button>
      )}
    </li>
  );
}

/** The focus goes to the next line, or to the one before; with the last of them to the list itself. */
function focusBeside(line: HTMLLIElement | null): void {
  const beside = line?.nextElementSibling?.querySelector("a") ?? line?.previousElementSibling?.querySelector("a");
  (beside ?? line?.closest<HTMLElement>("[role=dialog]"))?.focus();
}
