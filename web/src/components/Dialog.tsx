/** Something that has to be answered before anything else. */
import { X } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Dialog as AriaDialog } from "react-aria-components/Dialog";
import { Heading } from "react-aria-components/Heading";
import { Modal, ModalOverlay } from "react-aria-components/Modal";

import { useSay } from "../i18n/say";
import { BackCloses } from "./BackCloses";
import { Boundary } from "./Boundary";
import { Button } from "./Button";
import { classes } from "./classes";
import { ServerWord } from "./ServerWord";
import styles from "./Dialog.module.css";

interface DialogProps {
  title: string;
  /** In the title stands what the server calls something. */
  titleTold?: boolean;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** The buttons, the one that goes on last. */
  actions?: ReactNode;
  /** Whatever stands in it would be lost by a click beside it. */
  keeps?: boolean;
  wide?: boolean;
  /** The address says that it is open, and has an entry of its own for it. */
  addressed?: boolean;
  role?: "dialog" | "alertdialog";
  /** Nobody has signed anything of what is in it, its title among it; `ServerHead` says so at the head of its contents. */
  fromServer?: boolean;
}

export function Dialog({ title, titleTold, isOpen, onClose, children, actions, keeps, wide, addressed, role = "dialog", fromServer }: DialogProps) {
  const say = useSay();
  return (
    <ModalOverlay
      className={styles["scrim"]}
      isOpen={isOpen}
      isDismissable={!keeps}
      isKeyboardDismissDisabled={keeps ?? false}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={classes(styles["modal"], wide && styles["wide"])}>
        {!addressed && <BackCloses close={keeps ? null : onClose} />}
        <AriaDialog role={role} className={styles["dialog"]} {...(fromServer && { "data-word": true })}>
          <header className={styles["header"]}>
            <Heading slot="title" className={styles["title"]}>
              {titleTold ? <ServerWord inside>{title}</ServerWord> : title}
            </Heading>
            {!keeps && (
              <Button look="quiet" size="small" icon aria-label={say("dialog.close", "Close")} onPress={onClose}>
                <X />
              </Button>
            )}
          </header>
          <Boundary>{children}</Boundary>
          {actions && <footer className={styles["actions"]}>{actions}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

interface ConfirmProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Repeats the verb and the number: "Delete 3 documents for good". */
  confirm: string;
  onConfirm: () => Promise<unknown> | void;
  children: ReactNode;
  destroys?: boolean;
}

/** Asked only before what cannot be undone. */
export function ConfirmDialog({ title, isOpen, onClose, confirm, onConfirm, children, destroys = true }: ConfirmProps) {
  const say = useSay();
  const [busy, setBusy] = useState(false);

  async function go() {
    setBusy(true);
    try {
      await onConfirm();
      onClose();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      role="alertdialog"
      title={title}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look={destroys ? "danger" : "primary"} writes isPending={busy} onPress={() => void go()}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
