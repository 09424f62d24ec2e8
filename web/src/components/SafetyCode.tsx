/** Digits that one person reads to another: in groups, and each group can be heard again on its own. */
import { useSay } from "../i18n/say";
import { classes } from "./classes";
import styles from "./SafetyCode.module.css";

/** Twenty digits in four groups of five, for the one who approves to read out. */
export function SafetyCode({ code }: { code: string }) {
  const say = useSay();
  return <Groups label={say("safety.label", "Safety code")} groups={inGroupsOf(5, code)} />;
}

/** Six digits in two groups of three, for the one who is approved to read back. */
export function SafetyAnswer({ answer }: { answer: string }) {
  const say = useSay();
  return <Groups short label={say("safety.answer", "Digits to read back")} groups={inGroupsOf(3, answer)} />;
}

const inGroupsOf = (size: number, digits: string): string[] => digits.replace(/\D/g, "").match(new RegExp(`.{1,${size}}`, "g")) ?? [];

function Groups({ label, groups, short }: { label: string; groups: readonly string[]; short?: boolean }) {
  const say = useSay();
  return (
    <div className={styles["place"]}>
      <ol className={classes(styles["code"], short && styles["short"])} dir="ltr" aria-label={label}>
        {groups.map((group, index) => (
          <li key={index}>
            {/* Each group takes the focus, so that it can be heard again on its own. */}
            <span
              tabIndex={0}
              role="img"
              aria-label={say("safety.group", "Group {number} of {count}: {digits}", {
                number: index + 1,
                count: groups.length,
                digits: [...group].join(" "),
              })}
            >
              {group}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
