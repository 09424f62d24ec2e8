/** A QR code of a text, dark on white in every theme, with the margin that a camera needs. */
import { encodeQR } from "qr";

import styles from "./QrPicture.module.css";

/** Modules of white around it, as the standard asks. */
const MARGIN = 4;

export default function QrPicture({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, "raw", { ecc: "medium", border: MARGIN });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg className={styles["picture"]} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}h-${rows.length}z`} />
      <path fill="#000" d={dark.join("")} />
    </svg>
  );
}
