/** A picture, decoded and drawn; nothing of the file itself reaches the page. */
import { useEffect, useRef, useState, type ReactNode } from "react";

import styles from "./Preview.module.css";

interface PicturePreviewProps {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
  name: string;
  /** Shown where this browser cannot draw it. */
  instead: ReactNode;
}

export function PicturePreview({ bytes, mime, name, instead }: PicturePreviewProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    let gone = false;
    createImageBitmap(new Blob([bytes], { type: mime })).then(
      (picture) => {
        const target = canvas.current;
        if (!gone && target) {
          target.width = picture.width;
          target.height = picture.height;
          target.getContext("2d")?.drawImage(picture, 0, 0);
        }
        picture.close();
      },
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [bytes, mime]);

  if (failed) return instead;
  return (
    <div className={styles["page"]}>
      <canvas ref={canvas} role="img" aria-label={name} className={styles["picture"]} />
    </div>
  );
}
