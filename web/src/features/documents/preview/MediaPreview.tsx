/** Sound and film, played from memory. */
import { useEffect, useState } from "react";

import styles from "./Preview.module.css";

interface MediaPreviewProps {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
  name: string;
}

export function MediaPreview({ bytes, mime, name }: MediaPreviewProps) {
  const [url, setUrl] = useState<string>();

  useEffect(() => {
    const made = URL.createObjectURL(new Blob([bytes], { type: mime }));
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [bytes, mime]);

  if (!url) return null;
  return mime.startsWith("audio/") ? (
    <audio className={styles["media"]} src={url} controls aria-label={name} />
  ) : (
    <video className={styles["media"]} src={url} controls aria-label={name} />
  );
}
