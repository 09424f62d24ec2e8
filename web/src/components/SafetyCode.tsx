/** Twelve groups of five digits that two people read to one another. */
import { useSay } from "../i18n/say";
import styles from "./SafetyCode.module.css";

/** Sixty digits as twelve groups. */
export function safetyGroups(code: string): string[] {
  return code.replace(/\D/g, "").match(/.{1,5}/g) ?? [];
}

export function SafetyCode({ code }: { code: string }) {
  const say = useSay();
  const groups = safetyGroups(code);
  return (
    <ol className={styles["code"]} dir="ltr" aria-label={say("safety.label", "Safety code")}>
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
  );
}
