/** What a document looks like among others: its small picture, its title, and one fact below. */
import { Lock } from "lucide-react";
import type { ReactNode } from "react";

import { useSay, type Say } from "../../i18n/say";
import { alarmTitle } from "../alarms";
import type { Opening } from "../../keyring/react";
import { hasPicture, type DocumentPayload } from "../../payloads/document";
import { Thumbnail } from "./Thumbnail";
import { sealedLabel } from "../sealedLabel";
import styles from "./Tile.module.css";
import type { DocumentItem } from "../kinds/document";

interface FaceProps {
  item: DocumentItem;
  opening: Opening<DocumentPayload>;
  /** What stands in place of a title that this device cannot open. */
  sealed?: string;
  children: ReactNode;
}

export const tile = styles["tile"] ?? "";

function closedTitle(opening: Opening<unknown>, say: Say): string | false {
  if (opening.name === "alarm") return alarmTitle(opening.word, say);
  return opening.name === "sealed" && sealedLabel(opening.locked, say);
}

export function TileFace({ item, opening, sealed, children }: FaceProps) {
  const say = useSay();
  const pictured = opening.name === "open" && hasPicture(opening.payload);
  return (
    <>
      <span className={styles["picture"]}>
        {opening.name === "sealed" ? <Lock /> : <Thumbnail fileId={pictured ? item.versions.at(-1)?.fileId : undefined} />}
      </span>
      <b className="clip">
        {opening.name === "open" ? <bdi>{opening.payload.title}</bdi> : (sealed ?? closedTitle(opening, say))}
      </b>
      {children}
    </>
  );
}
