/** The versions of a document's file, newest first. */
import { Download } from "lucide-react";

import type { DocumentItem } from "../../api/documents";
import { Button } from "../../components/Button";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "../../items/Items.module.css";
import type { Person } from "../../people/people";

interface VersionsProps {
  item: DocumentItem;
  members: readonly Person[];
  onDownload: (fileId: string) => void;
}

export function VersionsTab({ item, members, onDownload }: VersionsProps) {
  const say = useSay();
  const dates = useDates();
  if (item.versions.length === 0)
    return <p className={`${styles["person"] ?? ""} quiet`}>{say("versions.none", "Note without a file")}</p>;
  return (
    <div className={styles["people"]}>
      {[...item.versions].reverse().map(({ number, fileId, at, by }) => (
        <div key={number} className={styles["person"]}>
          <b className="num">{number}</b>
          <span>
            {at && <time dateTime={at}>{formatMoment(at, dates)}</time>}
            <span className="hint"> · {members.find(({ id }) => id === by)?.name ?? ""}</span>
          </span>
          <Button
            look="quiet"
            size="small"
            icon
            aria-label={say("versions.download", "Download version {number}", { number })}
            onPress={() => onDownload(fileId)}
          >
            <Download />
          </Button>
        </div>
      ))}
    </div>
  );
}
