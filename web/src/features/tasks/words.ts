/** How tasks and what they say are called. */
import { formatDay, relativeDay, type DateSettings, type Day } from "../../dates/days";
import { latin } from "../../dates/moments";
import type { Say } from "../../i18n/say";
import type { MemberWords } from "../../lists/Conflict";
import { saidInWords } from "../../lists/fields/unknown";
import type { ChecklistLine, Priority } from "../../payloads/task";
import type { Recurrence } from "../../lists/tasks/recurrence";
import type { Reminder } from "../../lists/tasks/reminders";
import type { Due } from "../../lists/tasks/rows";
import type { DueFilter } from "./filters";
import { reminderWord } from "./reminding";
import { repeatOf, weekOf, weekdayOf, WEEKDAYS, type Repeat, type Unit, type Weekday } from "./repeat";

export function priorityWord(say: Say, priority: Priority): string {
  switch (priority) {
    case 0:
      return say("documents.none", "None");
    case 1:
      return say("tasks.low", "Low");
    case 2:
      return say("tasks.medium", "Medium");
    case 3:
      return say("tasks.high", "High");
    case 4:
      return say("tasks.urgent", "Urgent");
  }
}

export const relativeDue = ({ on }: Due, today: Day, dates: DateSettings): string => relativeDay(on, today, dates.language);

export function unitWord(say: Say, unit: Unit): string {
  switch (unit) {
    case "DAILY":
      return say("repeat.daily", "Daily");
    case "WEEKLY":
      return say("repeat.weekly", "Weekly");
    case "MONTHLY":
      return say("repeat.monthly", "Monthly");
    case "YEARLY":
      return say("repeat.yearly", "Yearly");
  }
}

/** Every so many days, weeks, months or years. */
export function everyWord(say: Say, { unit, interval: count }: Pick<Repeat, "unit" | "interval">): string {
  switch (unit) {
    case "DAILY":
      return say("repeat.everyDay", "{count, plural, one {Every day} other {Every # days}}", { count });
    case "WEEKLY":
      return say("repeat.everyWeek", "{count, plural, one {Every week} other {Every # weeks}}", { count });
    case "MONTHLY":
      return say("repeat.everyMonth", "{count, plural, one {Every month} other {Every # months}}", { count });
    case "YEARLY":
      return say("repeat.everyYear", "{count, plural, one {Every year} other {Every # years}}", { count });
  }
}

/** The first of them is a Monday. */
const A_MONDAY = Date.UTC(2026, 0, 5);

export function weekdayWord(day: Weekday, language: string, width: "short" | "long"): string {
  const at = A_MONDAY + WEEKDAYS.indexOf(day) * 86_400_000;
  return new Intl.DateTimeFormat(latin(language), { weekday: width, timeZone: "UTC" }).format(at);
}

/** "On the last Friday", as the due date has it. */
export function weekdayOfMonthWord(say: Say, dueOn: Day, language: string): string {
  const day = weekdayWord(weekdayOf(dueOn), language, "long");
  switch (weekOf(dueOn)) {
    case 1:
      return say("repeat.first", "On the first {day}", { day });
    case 2:
      return say("repeat.second", "On the second {day}", { day });
    case 3:
      return say("repeat.third", "On the third {day}", { day });
    case 4:
      return say("repeat.fourth", "On the fourth {day}", { day });
    case -1:
      return say("repeat.last", "On the last {day}", { day });
  }
}

export function dayOfMonthWord(say: Say, dueOn: Day): string {
  const day = Number(dueOn.slice(-2));
  return day > 28
    ? say("repeat.dateOrLast", "On day {day}, or the last day", { day })
    : say("repeat.date", "On day {day}", { day });
}

export const lastDayWord = (say: Say): string => say("repeat.lastDay", "On the last day");

/** What the rule says, or the rule itself where it says more than the form can. */
export function repeatWords(say: Say, recurrence: Recurrence, firstDue: Day, dates: DateSettings): string {
  const repeat = repeatOf(recurrence, firstDue, recurrence.zone);
  if (!repeat) return recurrence.rule;
  const { unit, weekdays, monthDay, mode, until, times } = repeat;
  const days = weekdays.map((day) => weekdayWord(day, dates.language, "short"));
  const month = monthDay === "weekday" ? weekdayOfMonthWord(say, firstDue, dates.language) : monthDay === "last" ? lastDayWord(say) : dayOfMonthWord(say, firstDue);
  return [
    everyWord(say, repeat),
    ...(days.length > 0 ? [new Intl.ListFormat(latin(dates.language)).format(days)] : []),
    ...(unit === "MONTHLY" && mode === "fixed" ? [month] : []),
    ...(mode === "afterCompletion" ? [say("repeat.afterDone", "after it is done")] : []),
    ...(until ? [say("repeat.untilDay", "until {day}", { day: formatDay(until, dates) })] : []),
    ...(times ? [say("repeat.times", "{count, plural, one {# time} other {# times}}", { count: times })] : []),
  ].join(" · ");
}

/** What ids are called, as far as this device knows. */
export interface Names {
  people: (ids: readonly string[]) => string;
  topics: (ids: readonly string[]) => string;
  documents: (ids: readonly string[]) => string;
}

export function memberWords(say: Say, dates: DateSettings, names: Names): MemberWords {
  return {
    name: (member) => {
      switch (member) {
        case "title":
          return say("documents.titleField", "Title");
        case "notes":
          return say("documents.notes", "Notes");
        case "priority":
          return say("tasks.priority", "Priority");
        case "checklist":
          return say("tasks.checklist", "Checklist");
        case "assigneeIds":
          return say("tasks.assignees", "Assigned to");
        case "topicIds":
          return say("tasks.topics", "Topics");
        case "documentIds":
          return say("nav.documents", "Documents");
        case "dueOn":
          return say("tasks.due", "Due");
        case "dueTime":
          return say("tasks.dueTime", "Time");
        case "recurrence":
          return say("tasks.repeat", "Repeat");
        case "reminders":
          return say("reminder.title", "Reminders");
        default:
          return member;
      }
    },
    value: (member, value) => {
      if (value === null || value === undefined || value === "") return "–";
      switch (member) {
        case "priority":
          return priorityWord(say, value as Priority);
        case "checklist":
          return (value as ChecklistLine[]).map(({ text }) => text).join(", ");
        case "assigneeIds":
          return names.people(value as string[]);
        case "topicIds":
          return names.topics(value as string[]);
        case "documentIds":
          return names.documents(value as string[]);
        case "dueOn":
          return formatDay(value as Day, dates);
        case "recurrence":
          return (value as Recurrence).rule;
        case "reminders":
          // Which time of day a day before ends at is said by the task around it.
          return (value as Reminder[]).map((one) => reminderWord(say, one, null, dates)).join(", ") || "–";
        default:
          return saidInWords(value);
      }
    },
  };
}

export function dueFilterWord(say: Say, due: DueFilter): string {
  switch (due) {
    case "overdue":
      return say("tasks.overdue", "Overdue");
    case "today":
      return say("tasks.today", "Today");
    case "week":
      return say("tasks.week", "In 7 days");
    case "none":
      return say("tasks.undated", "No date");
  }
}
