/** `/documents/:id`: one document as a page of its own, and the way back to the list. */
import { ArrowLeft } from "lucide-react";
import { useCallback } from "react";
import { useNavigate, useParams } from "react-router";

import { useAllDocumentsQuery } from "../../api/documents";
import { held, wholeSince } from "../../api/held";
import { ButtonLink } from "../../components/Button";
import { Page } from "../../components/Page";
import { EmptyState, Failed, Skeleton } from "../../components/States";
import { useNarrow } from "../../components/useNarrow";
import { useSay } from "../../i18n/say";
import { useToday } from "../../session/useSession";
import { rowTitle } from "./columns";
import { DocumentContents, DocumentTools } from "./DocumentContents";
import styles from "./DocumentPage.module.css";
import { useDocumentRows, type DocumentRow } from "./rows";
import { useDocumentActs } from "./useDocumentActs";
import { useStage } from "../../desk/react";
import { useOpened } from "../../lists/list/beyond";
import { EARLY, useFeed } from "../../lists/useFeed";
import { useNoteOpened } from "../../lists/useNoteOpened";
import { useRoleNames } from "../../lists/people/people";
import { useRowActs } from "./useRowActs";

export default function DocumentPage() {
  const say = useSay();
  const today = useToday();
  const { id = "" } = useParams();
  const asked = useAllDocumentsQuery();
  const { data: answers, failure: failed, again } = held(asked);
  useFeed("document", answers, wholeSince(asked), EARLY);
  const rows = useDocumentRows(answers, today);
  const row = useOpened("document", id, rows);
  const isWhole = useStage("document") !== "reading" || rows.closed !== null;

  if (row) return <Shown key={id} row={row} />;
  return (
    <Page title={say("nav.documents", "Documents")} actions={<Back />}>
      {failed ? (
        <Failed
          title={say("documents.failed", "The documents did not load")}
          message={failed.message}
          told={failed}
          onRetry={again}
        />
      ) : row === null && isWhole ? (
        <EmptyState title={say("documents.notHere", "This document was not found")}>
          {say("documents.notHereHow", "It was deleted, or your role has no access to it.")}
        </EmptyState>
      ) : (
        <Skeleton lines={8} />
      )}
    </Page>
  );
}

function Shown({ row }: { row: DocumentRow }) {
  const say = useSay();
  const roles = useRoleNames();
  const navigate = useNavigate();
  const openPage = useCallback((id: string) => void navigate(`/documents/${id}`), [navigate]);
  const { rowActs, asked } = useRowActs(useDocumentActs(), openPage);
  useNoteOpened(row.id);
  return (
    <Page
      title={rowTitle(row, say, roles)}
      place={say("nav.documents", "Documents")}
      actions={
        <>
          <DocumentTools row={row} acts={rowActs} />
          <Back />
        </>
      }
    >
      <DocumentContents
        row={row}
        untitled
        arrange={(preview, words) => (
          <div className={styles["page"]} data-alone={!preview || undefined}>
            {preview && <div className={styles["preview"]}>{preview}</div>}
            <div className={styles["words"]}>{words}</div>
          </div>
        )}
      />
      {asked}
    </Page>
  );
}

function Back() {
  const say = useSay();
  const narrow = useNarrow();
  const label = say("expiring.all", "All documents");
  return (
    <ButtonLink href="/documents" icon={narrow} aria-label={label}>
      <ArrowLeft className="turns" />
      {!narrow && label}
    </ButtonLink>
  );
}
