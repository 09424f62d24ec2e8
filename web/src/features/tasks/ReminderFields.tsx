/** The reminders of a task: each some time before it is due, or at a moment of its own, and whether it is mailed as well. */
import { Plus, X } from "lucide-react";

import { newId } from "../../api/ids";
import { Button } from "../../components/Button";
import { DateField } from "../../components/DateField";
import { Select } from "../../components/Select";
import { TimeField } from "../../components/TimeField";
import { addDays, type Day } from "../../dates/days";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import { useDates, useToday } from "../../session/useSession";
import { possible, type Reminder } from "../../lists/tasks/reminders";
import { momentOf, partsOf } from "./reminderMoments";
import { beforeWord, channelWord, MORNING, MOST_REMINDERS, usual } from "./reminding";

interface ReminderFieldsProps {
  value: readonly Reminder[];
  dueOn: Day | null;
  dueTime: string | null;
  onChange: (reminders: Reminder[]) => void;
}

const CHANNELS = ["inapp", "email"] as const;

export default function ReminderFields({ value, dueOn, dueTime, onChange }: ReminderFieldsProps) {
  const say = useSay();
  const { zone } = useDates();
  const today = useToday();
  const shown = possible(value, dueOn);
  const own = () => ({ at: momentOf(dueOn ?? addDays(today, 1), MORNING, zone) });
  const change = (next: Reminder) => onChange(value.map((one) => (one.id === next.id ? next : one)));
  return (
    <fieldset className={styles["lines"]}>
      <legend>{say("reminder.title", "Reminders")}</legend>
      {shown.map((reminder, at) => (
        <ReminderLine
          key={reminder.id}
          number={at + 1}
          reminder={reminder}
          dueOn={dueOn}
          dueTime={dueTime}
          own={own}
          onChange={change}
          onRemove={() => onChange(value.filter(({ id }) => id !== reminder.id))}
        />
      ))}
      {value.length < MOST_REMINDERS && (
        <Button look="quiet" size="small" onPress={() => onChange([...value, { id: newId(), channel: "inapp", ...(dueOn === null ? own() : { minutesBefore: 0 }) }])}>
          <Plus />
          {say("reminder.add", "Add a reminder")}
        </Button>
      )}
      <p className="hint">
        {say("reminder.who", "Everyone the task is assigned to is reminded, or its author if it is assigned to no one. Without reminders they are told on the morning of the due date.")}
      </p>
    </fieldset>
  );
}

interface LineProps {
  number: number;
  reminder: Reminder;
  dueOn: Day | null;
  dueTime: string | null;
  /** A moment to begin with. */
  own: () => Pick<Reminder, "at">;
  onChange: (reminder: Reminder) => void;
  onRemove: () => void;
}

function ReminderLine({ number, reminder, dueOn, dueTime, own, onChange, onRemove }: LineProps) {
  const say = useSay();
  const { id, channel, at, minutesBefore } = reminder;
  // One that was set elsewhere may be none of the usual.
  const minutes = [...new Set([...(dueOn === null ? [] : usual(dueTime)), ...(at ? [] : [minutesBefore ?? 0])])].sort((one, other) => one - other);
  return (
    <>
      <div className={styles["entry"]}>
        <Select
          label={say("reminder.when", "When, reminder {number}", { number })}
          unlabelled
          options={[...minutes.map((one) => ({ value: String(one), label: beforeWord(say, one, dueTime) })), { value: "own", label: say("reminder.own", "Date and time") }]}
          value={at ? "own" : String(minutesBefore ?? 0)}
          onChange={(next) => onChange({ id, channel, ...(next === "own" ? own() : { minutesBefore: Number(next) }) })}
        />
        <Select
          label={say("reminder.how", "How, reminder {number}", { number })}
          unlabelled
          options={CHANNELS.map((one) => ({ value: one, label: channelWord(say, one) }))}
          value={channel}
          onChange={(next) => onChange({ ...reminder, channel: next })}
        />
        <Button look="quiet" icon aria-label={say("reminder.remove", "Remove reminder {number}", { number })} onPress={onRemove}>
          <X />
        </Button>
      </div>
      {at && <Moment at={at} number={number} onChange={(next) => onChange({ id, channel, at: next })} />}
    </>
  );
}

function Moment({ at, number, onChange }: { at: string; number: number; onChange: (at: string) => void }) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const now = useNow();
  const { day, time } = partsOf(at, dates);
  const past = at <= now.toISOString();
  return (
    <>
      <div className={styles["pair"]}>
        <DateField
          label={say("reminder.day", "Date of reminder {number}", { number })}
          isRequired
          value={day}
          onChange={(next) => next !== null && onChange(momentOf(next, time, dates.zone))}
          settings={dates}
          today={today}
        />
        <TimeField
          label={say("reminder.time", "Time of reminder {number}", { number })}
          isRequired
          value={time}
          onChange={(next) => next !== null && onChange(momentOf(day, next, dates.zone))}
        />
      </div>
      {/* Always a line, so that nothing below moves while somebody presses it. */}
      <p className="hint">{past ? say("reminder.past", "This moment has passed, so nothing is sent.") : relativeMoment(at, now, dates.language)}</p>
    </>
  );
}
