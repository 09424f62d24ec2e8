/** A month to pick a day from. */
import { parseDate } from "@internationalized/date";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { Button } from "react-aria-components/Button";
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
} from "react-aria-components/Calendar";
import { Heading } from "react-aria-components/Heading";

import type { Day } from "../dates/settings";
import styles from "./DateField.module.css";

interface DayCalendarProps {
  day: Day | null;
  today: Day;
  onChange: (day: Day) => void;
}

export default function DayCalendar({ day, today, onChange }: DayCalendarProps) {
  return (
    <Calendar
      autoFocus
      value={day ? parseDate(day) : null}
      defaultFocusedValue={parseDate(day ?? today)}
      onChange={(chosen) => onChange(chosen.toString())}
    >
      <header className={styles["head"]}>
        <Button slot="previous" className={styles["turn"]}>
          <ChevronLeft className="turns" />
        </Button>
        <Heading className={styles["month"]} />
        <Button slot="next" className={styles["turn"]}>
          <ChevronRight className="turns" />
        </Button>
      </header>
      <CalendarGrid className={styles["grid"]}>
        <CalendarGridHeader>{(name) => <CalendarHeaderCell>{name}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <CalendarCell date={date} className={styles["day"]} />}</CalendarGridBody>
      </CalendarGrid>
    </Calendar>
  );
}
