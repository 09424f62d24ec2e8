/** What a notice says. Titles and days are those that somebody has signed; without them it says what it may. */
import type { Notice } from "../../api/notices";
import { formatDay, relativeDay, type DateSettings, type Day } from "../../dates/days";
import type { Say } from "../../i18n/say";
import { alarmNamed } from "../../lists/alarms";
import type { DocumentRow } from "../../features/documents/rows";
import type { TaskRow } from "../../lists/tasks/rows";
import type { Subject } from "./subjects";

export interface Said {
  label: string;
  /** Beside the moment when it was told. */
  more?: string;
}

interface Saying {
  say: Say;
  dates: DateSettings;
  today: Day;
}

export function saidOf({ about }: Notice, subject: Subject | null | undefined, saying: Saying): Said {
  const { say } = saying;
  switch (about) {
    case "firstDevice":
      return { label: say("bell.firstDevice", "Someone is waiting for you to approve their device") };
    case "furtherDevice":
      return { label: say("bell.furtherDevice", "Your new device is waiting for your approval") };
    case "invitation":
      return { label: say("bell.invitation", "You are invited to another account") };
    case "recoveryRead":
      return { label: say("bell.recoveryRead", "Your recovery data was fetched") };
    case "recoveryUsed":
      return { label: say("bell.recoveryUsed", "Your recovery key was used") };
    case "suspicious":
      return { label: say("bell.suspicious", "Suspicious sign-in activity") };
    case "documentExpires":
    case "fileDamaged":
      return ofDocument(about, subject?.kind === "document" ? subject.row : (subject as null | undefined), saying);
    case "taskDue":
    case "mentioned":
      return ofTask(about, subject?.kind === "task" ? subject.row : (subject as null | undefined), saying);
  }
}

type Row = DocumentRow | TaskRow;

/** Why it is not called by its name, where it is known why. */
function why(row: Row | null, say: Say): Partial<Said> {
  const opening = row?.opening;
  if (opening?.name === "alarm") return { more: alarmNamed(opening, say) };
  return opening?.name === "sealed" && opening.locked ? { more: say("bell.locked", "Unlock this browser to see which") } : {};
}

function ofDocument(about: "documentExpires" | "fileDamaged", row: DocumentRow | null | undefined, { say, dates, today }: Saying): Said {
  const damaged = about === "fileDamaged";
  if (row === undefined || row?.opening.name === "opening")
    return { label: damaged ? say("bell.someFileDamaged", "A file in a document is damaged") : say("bell.documentExpires", "A document expires soon or has expired") };
  if (row === null || row.title === null)
    return {
      label: damaged
        ? say("bell.fileDamagedClosed", "A file in a document that this device does not open is damaged")
        : say("bell.documentExpiresClosed", "A document that this device does not open expires soon or has expired"),
      ...why(row, say),
    };
  const { title, expiresOn } = row;
  if (damaged)
    return {
      label: say("bell.fileDamaged", "A file in “{title}” is damaged", { title }),
      more: say("bell.fileDamagedHow", "Upload it again if you have a copy"),
    };
  if (expiresOn === null) return { label: say("bell.neverExpires", "“{title}” has no expiry date", { title }) };
  const when = relativeDay(expiresOn, today, dates.language);
  return {
    label: expiresOn < today ? say("bell.expired", "“{title}” expired {when}", { title, when }) : say("bell.expires", "“{title}” expires {when}", { title, when }),
    more: formatDay(expiresOn, dates),
  };
}

function ofTask(about: "taskDue" | "mentioned", row: TaskRow | null | undefined, { say, dates, today }: Saying): Said {
  const mentioned = about === "mentioned";
  if (row === undefined || row?.opening.name === "opening")
    return { label: mentioned ? say("bell.mentioned", "You were mentioned in a comment") : say("bell.taskDue", "A task is due") };
  if (row === null || row.title === null)
    return {
      label: mentioned
        ? say("bell.mentionedClosed", "You were mentioned in a comment on a task that this device does not open")
        : say("bell.taskDueClosed", "A task that this device does not open is due"),
      ...why(row, say),
    };
  const { title, due } = row;
  if (mentioned) return { label: say("bell.mentionedOn", "You were mentioned in a comment on “{title}”", { title }) };
  if (due === null) return { label: say("bell.reminder", "Reminder: “{title}”", { title }) };
  if (due.over) return { label: say("bell.taskDone", "“{title}” is done", { title }) };
  const when = relativeDay(due.on, today, dates.language);
  return {
    label: due.when === "overdue" ? say("bell.wasDue", "“{title}” was due {when}", { title, when }) : say("bell.isDue", "“{title}” is due {when}", { title, when }),
    more: due.time ? `${formatDay(due.on, dates)} ${due.time}` : formatDay(due.on, dates),
  };
}
