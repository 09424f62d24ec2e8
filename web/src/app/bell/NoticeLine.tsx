/** One line of the bell: what happened, the way to it, and, where that is for its reader to say, that it is done. */
import { AtSign, CalendarClock, Clock, FileWarning, KeyRound, Mail, ShieldAlert, type LucideIcon } from "lucide-react";

import type { Notice } from "../../api/notices";
import { Count } from "../../components/Marks";
import { PanelLine } from "../../components/Panel";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates, useToday } from "../../session/useSession";
import { saidOf } from "./said";
import type { Subject } from "./subjects";

const PLACES: Record<Notice["kind"], { icon: LucideIcon; path: string; isOfItem?: true }> = {
  keyNeeded: { icon: KeyRound, path: "/keys" },
  invitation: { icon: Mail, path: "/invitations" },
  security: { icon: ShieldAlert, path: "/keys" },
  reminder: { icon: Clock, path: "/tasks", isOfItem: true },
  mention: { icon: AtSign, path: "/tasks", isOfItem: true },
  damage: { icon: FileWarning, path: "/documents", isOfItem: true },
  expiry: { icon: CalendarClock, path: "/documents", isOfItem: true },
};

/** What waits for an answer goes with it, and what warns of a person's keys stays for its days. */
const MAY_BE_DONE: readonly Notice["kind"][] = ["reminder", "mention", "expiry"];

interface NoticeLineProps {
  notice: Notice;
  subject: Subject | null | undefined;
  onOpen: () => void;
  onDone: () => void;
}

export function NoticeLine({ notice, subject, onOpen, onDone }: NoticeLineProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { label, more } = saidOf(notice, subject, { say, dates, today });
  const told = relativeMoment(notice.at, new Date(), dates.language);
  return (
    <PanelLine
      icon={PLACES[notice.kind].icon}
      href={placeOf(notice)}
      label={label}
      hint={more === undefined ? told : `${more} · ${told}`}
      onOpen={onOpen}
      end={
        notice.readAt === null && (
          <Count alarming>
            <span className="unseen">{say("bell.new", "New")}</span>●
          </Count>
        )
      }
      act={MAY_BE_DONE.includes(notice.kind) ? { text: say("bell.finish", "Done"), label: say("bell.done", "Done: {notice}", { notice: label }), onPress: onDone } : null}
    />
  );
}

function placeOf({ about, kind, targetId }: Notice): string {
  const { path, isOfItem } = PLACES[kind];
  if (about === "suspicious") return "/security";
  return isOfItem ? `${path}/${targetId}` : path;
}
