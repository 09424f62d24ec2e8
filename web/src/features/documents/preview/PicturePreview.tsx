/** A picture, decoded and drawn; nothing of the file itself reaches the page. */
import { useEffect, useRef, useState } from "react";

import { useSay } from "../../../i18n/say";
import { Paper } from "./Paper";
import styles from "./Preview.module.css";

interface PicturePreviewProps {
  bytes: Uint8Array<ArrayBuffer>;
  mime: string;
  name: string;
}

export function PicturePreview({ bytes, mime, name }: PicturePreviewProps) {
  const say = useSay();
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

  if (failed) return <Paper>{say("preview.pictureFailed", "This picture cannot be shown here.")}</Paper>;
  return (
    <div className={styles["page"]}>
      <canvas ref={canvas} role="img" aria-label={name} className={styles["picture"]} />
    </div>
  );
}
