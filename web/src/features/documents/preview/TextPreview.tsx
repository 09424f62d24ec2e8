/** Text as text: every character stands for itself. */
import { useMemo } from "react";

import { useSay } from "../../../i18n/say";
import styles from "./Preview.module.css";

const MOST_BYTES = 1024 * 1024;

export function TextPreview({ bytes }: { bytes: Uint8Array<ArrayBuffer> }) {
  const say = useSay();
  const text = useMemo(() => new TextDecoder().decode(bytes.subarray(0, MOST_BYTES)), [bytes]);
  return (
    <div className={styles["text"]} tabIndex={0} role="group" aria-label={say("preview.text", "Text of the file")}>
      <pre dir="auto">{text}</pre>
      {bytes.length > MOST_BYTES && <p className="hint">{say("preview.cut", "This is the first megabyte. Download the file to see the rest.")}</p>}
    </div>
  );
}
