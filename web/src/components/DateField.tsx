/** A day, typed the way the account writes days; it says what it understood, and a calendar stands beside it. */
import { CalendarDays } from "lucide-react";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";

import { dayInWords, formatDay, relativeDay, type DateSettings, type Day } from "../dates/days";
import { useSay } from "../i18n/say";
import { dayReading } from "../i18n/readings/day";
import { Boundary } from "./Boundary";
import { Button } from "./Button";
import styles from "./DateField.module.css";
import { ReadField, type ReadFieldProps } from "./ReadField";
import { part } from "./part";

const DayCalendar = part(() => import("./DayCalendar"));

interface DateFieldProps extends Pick<ReadFieldProps<Day>, "label" | "value" | "onChange" | "unlabelled" | "autoFocus" | "isRequired" | "missing"> {
  settings: DateSettings;
  today: Day;
}

export function DateField({ settings, today, ...rest }: DateFieldProps) {
  const say = useSay();
  const { dateInputFormat, dateSeparator, language } = settings;
  const typedAs = (day: Day) => formatDay(day, { dateFormat: dateInputFormat, dateSeparator });
  return (
    <ReadField
      {...rest}
      inputMode="text"
      read={(text) => dayReading(say, text, settings, today)}
      write={typedAs}
      hint={(reading) =>
        // With the month in words: whatever order the account writes days in, this is the day that is saved.
        reading.is === "value"
          ? `${dayInWords(reading.value, language)}, ${relativeDay(reading.value, today, language)}`
          : say("date.hint", "For example {example}, +30 or tomorrow", { example: typedAs("2027-01-14") })
      }
      end={(reading, put) => (
        <DialogTrigger>
          <Button look="quiet" size="small" icon aria-label={say("date.calendar", "Calendar")}>
            <CalendarDays />
          </Button>
          <Popover className={styles["popover"]} placement="bottom end">
            <Dialog aria-label={rest.label} className={styles["dialog"]}>
              {({ close }) => (
                <Boundary>
                  <DayCalendar
                    day={reading.is === "value" ? reading.value : null}
                    today={today}
                    onChange={(day) => {
                      put(day);
                      close();
                    }}
                  />
                </Boundary>
              )}
            </Dialog>
          </Popover>
        </DialogTrigger>
      )}
    />
  );
}
