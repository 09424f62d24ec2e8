/** Whether and how a task comes again. */
import { FilterChip } from "../../components/collection/FilterRow";
import { DateField } from "../../components/DateField";
import { NumberField } from "../../components/NumberField";
import { Select } from "../../components/Select";
import type { Day } from "../../dates/days";
import { useSay } from "../../i18n/say";
import styles from "../../lists/Items.module.css";
import { useDates, useToday } from "../../session/useSession";
import type { Recurrence } from "../../lists/tasks/recurrence";
import { ONCE_A_WEEK, recurrenceOf, repeatOf, UNITS, WEEKDAYS, type MonthDay, type Repeat } from "./repeat";
import { dayOfMonthWord, lastDayWord, unitWord, weekdayOfMonthWord, weekdayWord } from "./words";

interface RepeatFieldProps {
  value: Recurrence | null;
  dueOn: Day;
  /** It is saved only with another day beside it. */
  needsDay: boolean;
  onChange: (recurrence: Recurrence | null) => void;
}

export default function RepeatField({ value, dueOn, needsDay, onChange }: RepeatFieldProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const { zone, language } = dates;
  const repeat = value && repeatOf(value, dueOn, zone);
  function set(part: Partial<Repeat>) {
    onChange(recurrenceOf({ ...(repeat ?? ONCE_A_WEEK), ...part }, dueOn, zone));
  }
  const own = value !== null && repeat === null;
  const kind = own ? "own" : (repeat?.unit ?? "never");
  const ends = repeat?.until ? "until" : repeat?.times ? "times" : "never";
  const month: Record<MonthDay, string> = {
    date: dayOfMonthWord(say, dueOn),
    weekday: weekdayOfMonthWord(say, dueOn, language),
    last: lastDayWord(say),
  };
  return (
    <>
      <div className={styles["pair"]}>
        <Select
          label={say("tasks.repeat", "Repeat")}
          {...(needsDay ? { hint: say("tasks.dueOnRequired", "This task has come again. Choose a new due date as well.") } : {})}
          options={[
            { value: "never", label: say("repeat.never", "Never") },
            ...UNITS.map((unit) => ({ value: unit, label: unitWord(say, unit) })),
            ...(own ? [{ value: "own", label: value.rule }] : []),
          ]}
          value={kind}
          onChange={(next) => {
            const unit = UNITS.find((one) => one === next);
            if (unit) return set({ unit });
            if (next === "never") onChange(null);
          }}
        />
        {repeat && (
          <NumberField
            label={say("repeat.every", "Every")}
            isRequired
            least={1}
            most={999}
            value={repeat.interval}
            onChange={(interval) => interval !== null && set({ interval })}
          />
        )}
      </div>
      {repeat && (
        <>
          <Select
            label={say("repeat.from", "Counted from")}
            options={[
              { value: "fixed", label: say("repeat.fixed", "The due date") },
              { value: "afterCompletion", label: say("repeat.completion", "The day it is done") },
            ]}
            value={repeat.mode}
            onChange={(mode) => set({ mode })}
          />
          {repeat.mode === "fixed" && repeat.unit === "WEEKLY" && (
            <div className={styles["said"]}>
              <FilterChip
                label={say("repeat.weekdays", "Weekdays")}
                options={WEEKDAYS.map((day) => ({ value: day, label: weekdayWord(day, language, "long") }))}
                value={repeat.weekdays}
                onChange={(weekdays) => set({ weekdays })}
              />
            </div>
          )}
          {repeat.mode === "fixed" && repeat.unit === "MONTHLY" && (
            <Select
              label={say("repeat.dayOfMonth", "Day of the month")}
              options={(["date", "weekday", "last"] as const).map((one) => ({ value: one, label: month[one] }))}
              value={repeat.monthDay}
              onChange={(monthDay) => set({ monthDay })}
            />
          )}
          <div className={styles["pair"]}>
            <Select
              label={say("repeat.ends", "Ends")}
              options={[
                { value: "never", label: say("repeat.never", "Never") },
                { value: "until", label: say("repeat.onDay", "On a day") },
                { value: "times", label: say("repeat.afterTimes", "After a number of times") },
              ]}
              value={ends}
              onChange={(next) => set({ until: next === "until" ? dueOn : null, times: next === "times" ? 2 : null })}
            />
            {ends === "until" && (
              <DateField
                label={say("repeat.until", "Last day")}
                isRequired
                value={repeat.until}
                onChange={(until) => until !== null && set({ until })}
                settings={dates}
                today={today}
              />
            )}
            {ends === "times" && (
              <NumberField
                label={say("repeat.howOften", "How often")}
                isRequired
                least={1}
                most={9999}
                value={repeat.times}
                onChange={(times) => times !== null && set({ times })}
              />
            )}
          </div>
        </>
      )}
    </>
  );
}
