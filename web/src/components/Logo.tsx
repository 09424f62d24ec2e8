/** Also before anybody has signed in, where no other mark is needed. */
import styles from "./Logo.module.css";

/** The account's own mark. */
export function Logo({ name }: { name: string }) {
  return (
    <span className={styles["logo"]} aria-hidden>
      {[...name.trim()][0]?.toLocaleUpperCase() ?? "C"}
    </span>
  );
}
