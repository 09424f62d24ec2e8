/** Over everything while a prompt of the authenticator waits for its page to be looked at. */
import { MousePointerClick } from "lucide-react";

import { useSay } from "../../i18n/say";
import styles from "./FocusPrompt.module.css";

export default function FocusPrompt() {
  const say = useSay();
  return (
    // Any click brings the focus back; what hides the rest of the page behind a dialog leaves this alone.
    <div className={styles["veil"]} data-react-aria-top-layer>
      <p role="alert">
        <MousePointerClick aria-hidden />
        {say("focus.click", "Click here to continue")}
      </p>
    </div>
  );
}
