/** The bell: what waits for this person, and what they should know of their keys. */
import { AtSign, Bell as BellIcon, CalendarClock, Check, Clock, FileWarning, KeyRound, Mail, ShieldAlert, type LucideIcon } from "lucide-react";
import { useNavigate } from "react-router";

import { useListNoticesQuery, useReadNoticesMutation, type Notice } from "../api/notices";
import { Button } from "../components/Button";
import { Count } from "../components/Marks";
import { Menu, MenuItem, MenuLine } from "../components/Menu";
import { relativeMoment } from "../dates/moments";
import { useSay, type Say } from "../i18n/say";
import { useDates } from "../session/useSession";
import { DamagedFile } from "./DamagedFile";
import styles from "./Shell.module.css";

const NONE: readonly Notice[] = [];
/** So many can be noted as read at once. */
const MOST = 50;

const PLACES: Record<Notice["kind"], { icon: LucideIcon; path: string }> = {
  keyNeeded: { icon: KeyRound, path: "/keys" },
  invitation: { icon: Mail, path: "/invitations" },
  security: { icon: ShieldAlert, path: "/keys" },
  reminder: { icon: Clock, path: "/tasks" },
  mention: { icon: AtSign, path: "/tasks" },
  damage: { icon: FileWarning, path: "/documents" },
  expiry: { icon: CalendarClock, path: "/documents/expiring" },
};

export default function Bell() {
  const say = useSay();
  const navigate = useNavigate();
  const { language } = useDates();
  const { data } = useListNoticesQuery({ limit: MOST });
  const [read] = useReadNoticesMutation();
  const notices = data?.data ?? NONE;
  const unread = data?.unread ?? 0;
  const title = say("bell.title", "Notifications");
  const label =
    unread === 0 ? title : say("bell.label", "{count, plural, one {# new notification} other {# new notifications}}", { count: unread });

  const note = (ids: string[]) => ids.length > 0 && void read({ readNotices: { ids } });

  function open(notice: Notice) {
    if (notice.readAt === null) note([notice.id]);
    void navigate(placeOf(notice));
  }

  return (
    <Menu
      fromServer
      label={title}
      trigger={
        <Button look="quiet" icon className={styles["bell"] ?? ""} aria-label={label} data-word>
          <BellIcon />
          {unread > 0 && <span className={styles["unread"]}>{unread > MOST ? `${MOST}+` : unread}</span>}
        </Button>
      }
    >
      {notices.length === 0 && <MenuItem label={say("bell.none", "No new notifications")} isDisabled />}
      {notices.map((notice) => {
        const when = relativeMoment(notice.at, new Date(), language);
        const rest = { end: notice.readAt === null ? <Count alarming>●</Count> : undefined, onAction: () => open(notice) };
        if (notice.about === "fileDamaged") return <DamagedFile key={notice.id} notice={notice} when={when} {...rest} />;
        return <MenuItem key={notice.id} icon={PLACES[notice.kind].icon} label={words(say, notice.about)} hint={when} {...rest} />;
      })}
      {unread > 0 && <MenuLine />}
      {unread > 0 && (
        <MenuItem
          icon={Check}
          label={say("bell.read", "Mark all as read")}
          onAction={() => note(notices.filter(({ readAt }) => readAt === null).map(({ id }) => id))}
        />
      )}
    </Menu>
  );
}

function placeOf({ about, kind, targetId }: Notice): string {
  switch (about) {
    case "suspicious":
      return "/security";
    case "fileDamaged":
      return `/documents/${targetId}`;
    default:
      return PLACES[kind].path;
  }
}

/** What needs no name; a damaged file is called as its document is. */
function words(say: Say, about: Exclude<Notice["about"], "fileDamaged">): string {
  switch (about) {
    case "firstDevice":
      return say("bell.firstDevice", "Someone is waiting for you to approve their device");
    case "furtherDevice":
      return say("bell.furtherDevice", "Your new device is waiting for your approval");
    case "invitation":
      return say("bell.invitation", "You are invited to another account");
    case "recoveryRead":
      return say("bell.recoveryRead", "Your recovery data was fetched");
    case "recoveryUsed":
      return say("bell.recoveryUsed", "Your recovery key was used");
    case "taskDue":
      return say("bell.taskDue", "A task is due");
    case "documentExpires":
      return say("bell.documentExpires", "A document expires soon or has expired");
    case "mentioned":
      return say("bell.mentioned", "You were mentioned in a comment");
    case "suspicious":
      return say("bell.suspicious", "Suspicious sign-in activity");
  }
}
