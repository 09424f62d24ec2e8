/** What changed last, each with its small picture. */
import { Link } from "react-aria-components/Link";

import type { DocumentItem } from "../../api/documents";
import { Card, CardBody } from "../../components/Layout";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useOpened } from "../../keyring/react";
import type { DocumentPayload } from "../../payloads/document";
import { tile, TileFace } from "../../pictures/Tile";
import { useDates } from "../../session/useSession";
import styles from "./Dashboard.module.css";

const SHOWN = 4;

export function RecentDocuments({ items }: { items: readonly DocumentItem[] }) {
  const say = useSay();
  const recent = [...items]
    .filter(({ lifecycle }) => lifecycle !== "archived")
    .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt))
    .slice(0, SHOWN);
  return (
    <Card title={say("home.recent", "Recently changed")}>
      {recent.length === 0 ? (
        <CardBody>
          <p className="quiet">{say("documents.noneYet", "There are no documents yet.")}</p>
        </CardBody>
      ) : (
        <div className={styles["tiles"]}>
          {recent.map((item) => (
            <RecentDocument key={item.id} item={item} />
          ))}
        </div>
      )}
    </Card>
  );
}

function RecentDocument({ item }: { item: DocumentItem }) {
  const { language } = useDates();
  const opening = useOpened<DocumentPayload>("document", item);
  return (
    <Link href={`/documents?open=${item.id}`} className={tile}>
      <TileFace item={item} opening={opening}>
        <time className="hint" dateTime={item.updatedAt}>
          {relativeMoment(item.updatedAt, new Date(), language)}
        </time>
      </TileFace>
    </Link>
  );
}
