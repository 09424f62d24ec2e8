/** How many content alarms nobody has read yet; it leads to what they are. */
import { OctagonAlert } from "lucide-react";

import { Count } from "../components/Marks";
import { useSay } from "../i18n/say";
import { useWronglyShown } from "../keyring/useWronglyShown";
import { PlaceLink } from "./PlaceLink";
import styles from "./Shell.module.css";

export function AlarmCount() {
  const say = useSay();
  const unread = useWronglyShown().filter(({ read }) => !read).length;
  if (unread === 0) return null;
  return (
    <PlaceLink to="/keys#shown-wrongly" className={styles["link"]} title={say("wrong.title", "What the server showed wrongly")}>
      <OctagonAlert />
      <span className={styles["word"]}>{say("wrong.short", "Shown wrongly")}</span>
      <Count alarming>{unread}</Count>
    </PlaceLink>
  );
}
