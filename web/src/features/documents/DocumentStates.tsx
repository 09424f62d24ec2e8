/** The document list with nothing in it, and one row of it on a phone. */
import { Camera, Upload } from "lucide-react";

import { Button } from "../../components/Button";
import { FileTile, Kbd, LockTile } from "../../components/Marks";
import { ServerWord } from "../../components/ServerWord";
import { EmptyState } from "../../components/States";
import { formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import { rowTitle, Status } from "./columns";
import styles from "../../items/Items.module.css";
import list from "./Documents.module.css";
import { tileOf } from "../../payloads/document";
import type { NamedRole } from "../../people/people";
import type { DocumentRow } from "./rows";
import { categoryWord } from "./words";

export function NarrowRow({ row, roles }: { row: DocumentRow; roles: readonly NamedRole[] }) {
  const say = useSay();
  const dates = useDates();
  const { opening, expiresOn } = row;
  const category = opening.name === "open" ? opening.payload.category : undefined;
  const facts = [category && categoryWord(say, category), expiresOn && formatDay(expiresOn, dates)].filter(Boolean);
  return (
    <>
      <span className={styles["narrow"]} role="gridcell">
        {opening.name === "open" ? <FileTile kind={tileOf(row.mime)} /> : <LockTile />}
        <span className={styles["narrowText"]}>
          <b className="clip">
            <bdi>{rowTitle(row, say, roles)}</bdi>
          </b>
          {facts.length > 0 && <span className="hint clip">{facts.join(" · ")}</span>}
        </span>
      </span>
      <span role="gridcell">
        <Status row={row} say={say} />
      </span>
    </>
  );
}

interface HiddenDocumentsProps {
  count: number;
  onShow: () => void;
}

/** Whether a profile was archived with its documents is the server's to say. So it is named, and they are one press away. */
export function HiddenDocuments({ count, onShow }: HiddenDocumentsProps) {
  const say = useSay();
  return (
    <p className={list["hidden"]}>
      <ServerWord>{say("documents.hidden", "{count, plural, one {# document is} other {# documents are}} hidden with archived profiles.", { count })}</ServerWord>
      <button type="button" className="link" onClick={onShow}>
        {say("documents.showHidden", "Show archived")}
      </button>
    </p>
  );
}

interface NoDocumentsProps {
  onUpload?: (() => void) | undefined;
  onFolder: () => void;
  /** Where there is a camera; no device with one takes in folders. */
  onPhotograph: (() => void) | undefined;
}

export function NoDocuments({ onUpload, onFolder, onPhotograph }: NoDocumentsProps) {
  const say = useSay();
  if (!onUpload) return <EmptyState art={<Sheets />} title={say("documents.noneYet", "There are no documents yet.")} />;
  return (
    <EmptyState
      art={<Sheets />}
      title={say("documents.first", "Add the first document")}
      actions={
        <>
          <Button look="primary" onPress={onUpload}>
            <Upload />
            {say("nav.upload", "Upload files")}
          </Button>
          {onPhotograph ? (
            <Button onPress={onPhotograph}>
              <Camera />
              {say("documents.photograph", "Take a photo")}
            </Button>
          ) : (
            <Button onPress={onFolder}>{say("documents.folder", "Import a folder")}</Button>
          )}
        </>
      }
      keys={
        <>
          <span>
            <Kbd>U</Kbd> {say("documents.keys.upload", "upload")}
          </span>
          <span>
            <Kbd>Ctrl V</Kbd> {say("documents.keys.paste", "paste")}
          </span>
          <span>
            <Kbd>?</Kbd> {say("documents.keys.all", "all shortcuts")}
          </span>
        </>
      }
    >
      {say(
        "documents.firstHow",
        "Drop files anywhere on this page, or paste from the clipboard. They are encrypted on this device before the upload starts.",
      )}
    </EmptyState>
  );
}

export function NoMatch({ onClear, filtered }: { onClear: () => void; filtered: boolean }) {
  const say = useSay();
  return (
    <EmptyState
      title={filtered ? say("documents.noMatch", "No results") : say("documents.allArchived", "Everything is archived")}
      actions={filtered && <Button onPress={onClear}>{say("documents.clearFilters", "Clear filters")}</Button>}
    />
  );
}

/** Two sheets and the arrow that adds a third. */
function Sheets() {
  return (
    <svg viewBox="0 0 132 96" fill="none" aria-hidden>
      <g stroke="var(--line-2)" strokeWidth={1.5} fill="var(--surface)">
        <rect x="28" y="16" width="52" height="68" rx="6" transform="rotate(-8 54 50)" />
        <rect x="48" y="10" width="56" height="74" rx="6" />
        <path d="M58 26h28M58 36h36M58 46h32M58 56h20" strokeLinecap="round" />
      </g>
      <circle cx="102" cy="74" r="14" fill="var(--accent)" />
      <path d="M102 80V68m-5 5 5-5 5 5" stroke="var(--accent-ink)" strokeWidth={2} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
