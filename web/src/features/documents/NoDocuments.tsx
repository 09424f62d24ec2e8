/** `/documents` in an account that has none. */
import { Camera, Upload } from "lucide-react";

import { Button } from "../../components/Button";
import { Kbd } from "../../components/Marks";
import { EmptyState } from "../../components/States";
import { useSay } from "../../i18n/say";

interface NoDocumentsProps {
  onUpload?: (() => void) | undefined;
  onFolder: () => void;
  /** Where there is a camera; no device with one takes in folders. */
  onPhotograph: (() => void) | undefined;
}

export default function NoDocuments({ onUpload, onFolder, onPhotograph }: NoDocumentsProps) {
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
