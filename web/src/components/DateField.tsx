/** A day, typed the way the account writes days; it says what it understood, and a calendar stands beside it. */
import { CalendarDays } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";

import { formatDay, readDay, relativeDay, type DateSettings, type Day } from "../dates/days";
import { useSay } from "../i18n/say";
import { Button } from "./Button";
import styles from "./DateField.module.css";
import { TextField } from "./Field";

const DayCalendar = lazy(() => import("./DayCalendar"));

interface DateFieldProps {
  label: string;
  value: Day | null;
  onChange: (day: Day | null) => void;
  /** What was typed is no day. */
  onWrong?: () => void;
  settings: DateSettings;
  today: Day;
  unlabelled?: boolean;
  autoFocus?: boolean;
}

export function DateField(props: DateFieldProps) {
  const { label, value, onChange, onWrong, settings, today, unlabelled = false, autoFocus = false } = props;
  const say = useSay();
  const { dateInputFormat, dateSeparator, language } = settings;
  const written = value ? formatDay(value, { dateFormat: dateInputFormat, dateSeparator }) : "";
  const [text, setText] = useState(written);
  const [shown, setShown] = useState(written);
  const [wrong, setWrong] = useState(false);
  // Another value from outside takes the place of what was typed.
  if (shown !== written) {
    setShown(written);
    setText(written);
  }

  const understood = readDay(text, dateInputFormat, today);

  function settle() {
    if (!text.trim()) {
      setWrong(false);
      return onChange(null);
    }
    setWrong(understood === null);
    if (!understood) onWrong?.();
    else {
      setText(formatDay(understood, { dateFormat: dateInputFormat, dateSeparator }));
      onChange(understood);
    }
  }

  const hint = understood
    ? `${formatDay(understood, settings)}, ${relativeDay(understood, today, language)}`
    : say("date.hint", "For example {example}, +30 or tomorrow", {
        example: formatDay("2027-01-14", { dateFormat: dateInputFormat, dateSeparator }),
      });

  return (
    <TextField
      label={label}
      unlabelled={unlabelled}
      autoFocus={autoFocus}
      value={text}
      inputMode="text"
      autoComplete="off"
      onChange={(typed) => {
        setText(typed);
        setWrong(false);
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        // Whoever sends the form with a key sends the day that stands there.
        if (event.key === "Enter" || event.key === "Tab") settle();
        event.continuePropagation();
      }}
      hint={hint}
      error={wrong ? say("date.wrong", "Enter a valid date.") : undefined}
      end={
        <DialogTrigger>
          <Button look="quiet" size="small" icon aria-label={say("date.calendar", "Calendar")}>
            <CalendarDays />
          </Button>
          <Popover className={styles["popover"]} placement="bottom end">
            <Dialog aria-label={label} className={styles["dialog"]}>
              {({ close }) => (
                <Suspense fallback={null}>
                  <DayCalendar
                    day={understood}
                    today={today}
                    onChange={(day) => {
                      onChange(day);
                      close();
                    }}
                  />
                </Suspense>
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
      }
    />
  );
}
