/** From which day to which: a few usual spans, or any two days. */
import { CalendarDays, ChevronDown, X } from "lucide-react";
import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";

import { Button } from "../../components/Button";
import { classes } from "../../components/classes";
import { DateField } from "../../components/DateField";
import { Form } from "../../components/Form";
import { ServerMark } from "../../components/ServerWord";
import { addDays, formatDay, type DateSettings, type Day } from "../../dates/days";
import { useSay, type Say } from "../../i18n/say";
import { useDates, useSignedIn, useToday } from "../../session/useSession";
import styles from "./TimeChip.module.css";

interface TimeChipProps {
  from: Day | null;
  to: Day | null;
  onChange: (from: Day | null, to: Day | null) => void;
}

export function TimeChip({ from, to, onChange }: TimeChipProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const kept = useSignedIn().account.plan?.limits.auditDays;
  const label = say("audit.time", "Time");
  const shown = spanWords(say, dates, from, to) ?? label;
  const spans = [
    { label: say("audit.span.today", "Today"), days: 1 },
    { label: say("audit.span.week", "7 days"), days: 7 },
    { label: say("audit.span.month", "30 days"), days: 30 },
    { label: say("audit.span.year", "365 days"), days: 365 },
  ];
  const narrowed = from !== null || to !== null;

  return (
    <span className={classes(styles["chip"], narrowed && styles["on"])}>
      <DialogTrigger>
        <AriaButton className={styles["open"]} aria-label={narrowed ? `${label}: ${shown}` : label}>
          <CalendarDays />
          <bdi className="clip num">{shown}</bdi>
          {!narrowed && <ChevronDown />}
        </AriaButton>
        <Popover className={styles["popover"]} placement="bottom start" offset={4}>
          <Dialog aria-label={label} className={styles["dialog"]}>
            {({ close }) => (
              <>
                <div className={styles["spans"]}>
                  {spans.map((span) => (
                    <Button
                      key={span.days}
                      size="small"
                      onPress={() => {
                        onChange(addDays(today, 1 - span.days), today);
                        close();
                      }}
                    >
                      {span.label}
                    </Button>
                  ))}
                </div>
                <SpanForm
                  from={from}
                  to={to}
                  onSend={(first, last) => {
                    onChange(first, last);
                    close();
                  }}
                />
                {kept !== undefined && (
                  <p className="hint" data-word>
                    <ServerMark /> {say("audit.kept", "Your plan lists the last {days, plural, one {# day} other {# days}}. Older entries stay in the signed log.", { days: kept })}
                  </p>
                )}
              </>
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
      {narrowed && (
        <AriaButton
          className={styles["clear"]}
          aria-label={say("filter.clear", "Clear {filter}", { filter: label })}
          onPress={() => onChange(null, null)}
        >
          <X />
        </AriaButton>
      )}
    </span>
  );
}

interface SpanFormProps {
  from: Day | null;
  to: Day | null;
  onSend: (from: Day | null, to: Day | null) => void;
}

/** Any two days; they hold once both are right. */
function SpanForm({ from, to, onSend }: SpanFormProps) {
  const say = useSay();
  const dates = useDates();
  const today = useToday();
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const turned = first !== null && last !== null && last < first;
  return (
    <Form className={styles["form"]} onSend={() => onSend(turned ? last : first, turned ? first : last)}>
      <DateField label={say("audit.from", "From")} value={first} onChange={setFirst} settings={dates} today={today} />
      <DateField label={say("audit.to", "To")} value={last} onChange={setLast} settings={dates} today={today} />
      <Button type="submit" size="small">
        {say("audit.span.show", "Show these dates")}
      </Button>
    </Form>
  );
}

function spanWords(say: Say, dates: DateSettings, from: Day | null, to: Day | null): string | null {
  const day = (one: Day) => formatDay(one, dates);
  if (from && to)
    return from === to ? day(from) : say("audit.between", "{from} to {to}", { from: day(from), to: day(to) });
  if (from) return say("audit.since", "Since {from}", { from: day(from) });
  return to ? say("audit.until", "Until {to}", { to: day(to) }) : null;
}
