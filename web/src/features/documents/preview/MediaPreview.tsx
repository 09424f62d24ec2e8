/** Sound and film, played from memory. */
import { useEffect, useRef } from "react";

import styles from "./Preview.module.css";

interface MediaPreviewProps {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
  name: string;
}

export function MediaPreview({ bytes, mime, name }: MediaPreviewProps) {
  const player = useRef<HTMLVideoElement>(null);

  // The address lives exactly as long as the player that uses it.
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
    const shown = player.current;
    if (shown) shown.src = url;
    return () => {
      shown?.removeAttribute("src");
      URL.revokeObjectURL(url);
    };
  }, [bytes, mime]);

  return mime.startsWith("audio/") ? (
    <audio ref={player} className={styles["media"]} controls aria-label={name} />
  ) : (
    <video ref={player} className={styles["media"]} controls aria-label={name} />
  );
}
