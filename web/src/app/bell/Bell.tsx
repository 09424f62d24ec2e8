/** The bell: how much is new. What it says comes when it is opened. */
import { Bell as BellIcon } from "lucide-react";
import { useRef, useState } from "react";
import { ButtonContext } from "react-aria-components/Button";

import { useListNoticesQuery, type Notice } from "../../api/notices";
import { Button } from "../../components/Button";
import { PopUp } from "../../components/PopUp";
import { part } from "../../components/part";
import { useSay } from "../../i18n/say";
import styles from "../Shell.module.css";

const BellPanel = part(() => import("./BellPanel"));

const NONE: readonly Notice[] = [];
/** So many are shown, and can be noted as read at once. */
const MOST = 50;

export default function Bell() {
  const say = useSay();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { data } = useListNoticesQuery({ limit: MOST });
  const unread = data?.unread ?? 0;
  const title = say("bell.title", "Notifications");
  const label =
    unread === 0 ? title : say("bell.label", "{count, plural, one {# new notification} other {# new notifications}}", { count: unread });
  const close = () => setOpen(false);

  return (
    <>
      <ButtonContext value={{ ref: button, "aria-haspopup": "dialog", "aria-expanded": isOpen, onPress: () => setOpen(true) }}>
        <Button look="quiet" icon className={styles["bell"] ?? ""} aria-label={label} data-word>
          <BellIcon />
          {unread > 0 && <span className={styles["unread"]}>{unread > MOST ? `${MOST}+` : unread}</span>}
        </Button>
      </ButtonContext>
      {isOpen && (
        <PopUp onClose={close}>
          <BellPanel button={button} title={title} notices={data?.data ?? NONE} unread={unread} onClose={close} />
        </PopUp>
      )}
    </>
  );
}
