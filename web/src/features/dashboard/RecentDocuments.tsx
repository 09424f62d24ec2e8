/** What changed last, each with its small picture. */
import { Link } from "react-aria-components/Link";

import { Card, CardBody } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { SignedTime } from "../../items/SignedTime";
import { isWithheld } from "../../items/Withheld";
import { tile, TileFace } from "../../pictures/Tile";
import { useDates } from "../../session/useSession";
import styles from "./Dashboard.module.css";
import type { OpenedDocument } from "../../items/list/useDocuments";

const SHOWN = 4;

export function RecentDocuments({ documents }: { documents: readonly OpenedDocument[] }) {
  const say = useSay();
  const recent = documents
    .filter(({ item }) => item.lifecycle !== "archived")
    // When it changed is not known of what is withheld. It comes first, so that it is not cut off.
    .sort((a, b) => Number(isWithheld(b)) - Number(isWithheld(a)) || (b.item.updatedAt ?? "").localeCompare(a.item.updatedAt ?? ""))
    .slice(0, SHOWN);
  return (
    <Card title={say("home.recent", "Recently changed")}>
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
  const { language } = useDates();
  return (
    <Link href={`/documents?open=${item.id}`} className={tile}>
      <TileFace item={item} opening={opening}>
        <SignedTime className="hint" at={item.updatedAt} language={language} />
      </TileFace>
    </Link>
  );
}
