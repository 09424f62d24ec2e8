/** Also before anybody has signed in, where no other mark is needed. */
import { read, type Word } from "../i18n/word";
import styles from "./Logo.module.css";

/** The account's own mark, out of a name that the server says. */
export function Logo({ name }: { name?: Word }) {
  return (
    <span className={styles["logo"]} aria-hidden data-word={name ? true : undefined}>
      {[...(name ? read(name).trim() : "")][0]?.toLocaleUpperCase() ?? "C"}
    </span>
  );
}
