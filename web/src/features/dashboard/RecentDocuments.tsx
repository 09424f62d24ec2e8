/** What was opened last in this browser, then what changed last, each with its small picture. */
import { Link } from "react-aria-components/Link";

import { Card, CardBody } from "../../components/Layout";
import { relativeMoment } from "../../dates/moments";
import { recentFirst } from "../../lists/finding/opened";
import { useSay } from "../../i18n/say";
import { isWithheld } from "../../lists/Withheld";
import { tile, TileFace } from "../../lists/pictures/Tile";
import { useDates } from "../../session/useSession";
import styles from "./Dashboard.module.css";
import { SHOWN_LATEST } from "./expiring";
import type { OpenedDocument } from "../../lists/list/useDocuments";

interface RecentDocumentsProps {
  /** In any order, some of them more than once. */
  documents: readonly OpenedDocument[];
  /** Ids, the latest first. */
  opened: readonly string[];
}

export function RecentDocuments({ documents, opened }: RecentDocumentsProps) {
  const say = useSay();
  const each = [...new Map(documents.map((document) => [document.id, document])).values()];
  const newest = each
    .filter(({ item }) => item.lifecycle !== "archived")
    .sort((a, b) => (b.item.updatedAt ?? "").localeCompare(a.item.updatedAt ?? ""));
  const recent = recentFirst(newest, ({ id }) => id, opened)
    // When it changed is not known of what is withheld. It comes first, so that it is not cut off.
    .sort((a, b) => Number(isWithheld(b)) - Number(isWithheld(a)))
    .slice(0, SHOWN_LATEST);
  return (
    <Card title={say("home.recent", "Recent documents")}>
      {recent.length === 0 ? (
        <CardBody>
          <p className="quiet">{say("documents.noneYet", "There are no documents yet.")}</p>
        </CardBody>
      ) : (
        <div className={styles["tiles"]}>
          {recent.map((document) => (
            <RecentDocument key={document.id} document={document} />
          ))}
        </div>
      )}
    </Card>
  );
}

function RecentDocument({ document: { item, opening } }: { document: OpenedDocument }) {
  const say = useSay();
  const { language } = useDates();
  return (
    <Link href={`/documents?open=${item.id}`} className={tile}>
      <TileFace item={item} opening={opening}>
        {item.updatedAt === null ? (
          <span className="quiet">–</span>
        ) : (
          <time className="hint clip" dateTime={item.updatedAt}>
            {say("home.changed", "Changed {when}", { when: relativeMoment(item.updatedAt, new Date(), language) })}
          </time>
        )}
      </TileFace>
    </Link>
  );
}
