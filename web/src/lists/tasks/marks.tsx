/** When a task is due and where it stands, wherever tasks are listed. */
import { Circle, CircleCheck, CircleDashed, CircleX, Contrast, Repeat2 } from "lucide-react";

import type { StatusEntry } from "../boards/statuses";
import { classes } from "../../components/classes";
import { formatDay, type DateSettings } from "../../dates/days";
import { ServerWord } from "../../components/ServerWord";
import { useSay, type Say } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "./marks.module.css";
import type { Due } from "./rows";
import { useNextCheck } from "./useNextCheck";

/** A next date that nobody has signed has the mark of the server's word, in every list; one that cannot be true says so. */
export function DueMark({ due, repeats = false }: { due: Due; repeats?: boolean }) {
  const say = useSay();
  const wrong = useNextCheck(due.told);
  if (!due.told) return <DueTime due={due} repeats={repeats} />;
  return (
    <>
      <ServerWord inside>
        <DueTime due={due} repeats={repeats} />
      </ServerWord>
      {wrong && <span className={styles["wrong"]}>{say("tasks.dateWrong", "The server's date does not match the signed repeat rule.")}</span>}
    </>
  );
}

function DueTime({ due, repeats }: { due: Due; repeats: boolean }) {
  const say = useSay();
  const dates = useDates();
  return (
    <time
      dateTime={due.time ? `${due.on}T${due.time}` : due.on}
      className={classes(styles["due"], !due.over && due.when === "overdue" && styles["overdue"], !due.over && (due.when === "today" || due.when === "tomorrow") && styles["soon"])}
    >
      {repeats && <Repeat2 aria-label={say("tasks.repeats", "Repeats")} />}
      <bdi>{dueWord(say, due, dates)}</bdi>
    </time>
  );
}

/** "Overdue 18/11", "Today", "Tomorrow", or the day. */
function dueWord(say: Say, { on, time, when, over }: Due, dates: DateSettings): string {
  const day = when === "today" ? say("tasks.today", "Today") : when === "tomorrow" ? say("tasks.tomorrow", "Tomorrow") : formatDay(on, dates);
  const at = time ? `${day} ${time}` : day;
  return when === "overdue" && !over ? say("tasks.overdueOn", "Overdue {day}", { day: at }) : at;
}

/** A ring whose shape says how far it is; in the colour that people gave the status. */
export function StatusMark({ status: { category, outcome, colour, builtin } }: { status: StatusEntry }) {
  const waits = builtin === "waiting";
  const Icon =
    category === "open" ? Circle : category === "active" ? (waits ? CircleDashed : Contrast) : outcome === "cancelled" ? CircleX : CircleCheck;
  return (
    <Icon
      className={classes(styles["ring"], styles[waits ? "waiting" : category])}
      {...(colour && { style: category === "done" ? { fill: `var(--hue-${colour})` } : { color: `var(--hue-${colour})` } })}
      aria-hidden
    />
  );
}
