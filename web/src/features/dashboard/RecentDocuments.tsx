/** What changed last, each with its small picture. */
import { FileText, Lock } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-aria-components/Link";

import type { DocumentItem } from "../../api/documents";
import { Card } from "../../components/Layout";
import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useKeyring, useKeyState, useOpened } from "../../keyring/react";
import { hasPicture, type DocumentPayload } from "../../payloads/document";
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
      <div className={styles["tiles"]}>
        {recent.map((item) => (
          <Tile key={item.id} item={item} />
        ))}
      </div>
    </Card>
  );
}

function Tile({ item }: { item: DocumentItem }) {
  const say = useSay();
  const { language } = useDates();
  const opening = useOpened<DocumentPayload>("document", item);
  return (
    <Link href={`/documents?open=${item.id}`} className={styles["tile"]}>
      <span className={styles["picture"]}>
        {opening.name === "sealed" ? (
          <Lock />
        ) : (
          <Thumbnail
            fileId={opening.name === "open" && hasPicture(opening.payload) ? item.versions.at(-1)?.fileId : undefined}
          />
        )}
      </span>
      <b className="clip">
        {opening.name === "open" ? <bdi>{opening.payload.title}</bdi> : say("sealed.label", "Sealed")}
      </b>
      <time className="hint" dateTime={item.updatedAt}>
        {relativeMoment(item.updatedAt, new Date(), language)}
      </time>
    </Link>
  );
}

/** Drawn from decrypted bytes; a sheet where there is no picture. */
function Thumbnail({ fileId }: { fileId: string | undefined }) {
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState(false);

  useEffect(() => {
    if (!fileId || !ready) return undefined;
    const control = new AbortController();
    async function draw(id: string) {
      const file = await keyring.openFile(id, "thumbnail");
      const picture = await createImageBitmap(await new Response(file.stream(control.signal)).blob());
      const target = canvas.current;
      if (control.signal.aborted || !target) return;
      target.width = picture.width;
      target.height = picture.height;
      target.getContext("2d")?.drawImage(picture, 0, 0);
      picture.close();
      setDrawn(true);
    }
    // Many files have no small picture; the sheet stays.
    draw(fileId).catch(() => undefined);
    return () => control.abort();
  }, [keyring, fileId, ready]);

  return (
    <>
      <canvas ref={canvas} hidden={!drawn} aria-hidden />
      {!drawn && <FileText />}
    </>
  );
}
