/** What a file looks like: drawn from decrypted bytes, never handed to the browser as a page. */
import { Download } from "lucide-react";
import { useCallback, useEffect, useState, type ReactNode } from "react";

import { Boundary } from "../../../components/Boundary";
import { Button } from "../../../components/Button";
import { Skeleton } from "../../../components/States";
import { part } from "../../../components/part";
import { onReach, reach } from "../../../browser/reach";
import { failureOf } from "../../../api/failure";
import { lostFile } from "../../../i18n/serverTrouble";
import { useSay } from "../../../i18n/say";
import type { FileManifest, OpenedFile } from "../../../keyring/contract";
import { useKeyring } from "../../../keyring/react";
import { unreadableBy, type Unreadable } from "../../../keyring/unreadable";
import { formatOf, typeOf, typeOfStream, UNKNOWN } from "../types/types";
import { isPicture } from "../uploads/thumbnail";
import { collect } from "./collect";
import { MediaPreview } from "./MediaPreview";
import { Paper } from "./Paper";
import { PicturePreview } from "./PicturePreview";
import { SealedFile, type SealedFileProps } from "./SealedFile";
import { TextPreview } from "./TextPreview";

const PdfPreview = part(() => import("./PdfPreview"));

/** Larger files are saved and not shown. */
const MOST_BYTES = 256 * 1024 * 1024;
const TEXTS = /^(text\/(?!html)|application\/(json|x-ndjson|xml)$)/;

type Shown =
  | { name: "opening" | Exclude<Unreadable, "refused"> }
  | { name: "refused"; why: string }
  | { name: "large" | "other"; manifest: FileManifest }
  | { name: "open"; manifest: FileManifest; bytes: Uint8Array<ArrayBuffer> };

interface PreviewProps extends SealedFileProps {
  fileId: string;
  onDownload: () => void;
}

export function Preview({ fileId, onDownload, ...about }: PreviewProps) {
  const say = useSay();
  const { shown, again } = useFile(fileId);

  switch (shown.name) {
    case "opening":
      return (
        <Paper>
          <Skeleton lines={5} />
        </Paper>
      );
    case "sealed":
      return <SealedFile {...about} />;
    case "unreachable":
      return (
        <Paper>
          <p role="alert">{say("preview.away", "This file could not be reached.")}</p>
          <Button onPress={again}>{say("state.retry", "Try again")}</Button>
        </Paper>
      );
    case "refused":
      return (
        <Paper>
          <p role="alert">{shown.why}</p>
          <Button onPress={again}>{say("state.retry", "Try again")}</Button>
        </Paper>
      );
    case "lost":
      return (
        <Paper>
          <p role="alert">{lostFile(say)}</p>
        </Paper>
      );
    case "damaged":
      return (
        <Paper>
          <b role="alert">{say("preview.broken", "This file is damaged")}</b>
          <p>{say("preview.brokenHow", "Nothing of it is shown or saved. Try an earlier version, or upload the file again.")}</p>
        </Paper>
      );
    case "large":
      return <NotShown onDownload={onDownload}>{say("preview.large", "This file is too large to preview.")}</NotShown>;
    case "other":
      return <NoPreview mime={shown.manifest.mime} onDownload={onDownload} />;
    case "open":
      return <Content manifest={shown.manifest} bytes={shown.bytes} onDownload={onDownload} />;
  }
}

function NotShown({ children, onDownload }: { children: ReactNode; onDownload: () => void }) {
  const say = useSay();
  return (
    <Paper>
      <p>{children}</p>
      <Button onPress={onDownload}>
        <Download />
        {say("preview.download", "Download")}
      </Button>
    </Paper>
  );
}

function NoPreview({ mime, onDownload }: { mime: string; onDownload: () => void }) {
  const say = useSay();
  const format = formatOf(mime);
  return (
    <NotShown onDownload={onDownload}>
      {format === null
        ? say("preview.other", "No preview for this kind of file.")
        : say("preview.otherFormat", "This browser cannot preview {format} files.", { format })}
    </NotShown>
  );
}

interface ContentProps {
  manifest: FileManifest;
  bytes: Uint8Array<ArrayBuffer>;
  onDownload: () => void;
}

function Content({ manifest: { mime, name }, bytes, onDownload }: ContentProps) {
  if (mime === "application/pdf")
    return (
      <Boundary waiting={<Paper>{null}</Paper>}>
        <PdfPreview bytes={bytes} name={name} />
      </Boundary>
    );
  if (isPicture(mime)) return <PicturePreview bytes={bytes} mime={mime} name={name} instead={<NoPreview mime={mime} onDownload={onDownload} />} />;
  if (/^(audio|video)\//.test(mime)) return <MediaPreview bytes={bytes} mime={mime} name={name} />;
  return <TextPreview bytes={bytes} />;
}

function canShow({ mime, bytes }: FileManifest): "open" | "large" | "other" {
  const known = mime === "application/pdf" || isPicture(mime) || /^(audio|video)\//.test(mime) || TEXTS.test(mime);
  if (!known) return "other";
  return bytes > MOST_BYTES ? "large" : "open";
}

function unreadable(reason: unknown): Shown {
  const name = unreadableBy(reason);
  return name === "refused" ? { name, why: failureOf(reason).message } : { name };
}

const OPENING: Shown = { name: "opening" };

function useFile(fileId: string): { shown: Shown; again: () => void } {
  const keyring = useKeyring();
  const [tried, setTried] = useState(0);
  const [found, setFound] = useState<{ question: string; shown: Shown }>();
  const question = `${fileId} ${tried}`;
  const again = useCallback(() => setTried((count) => count + 1), []);

  useEffect(() => {
    const control = new AbortController();

    async function open(): Promise<Shown> {
      const file: OpenedFile = await keyring.openFile(fileId);
      // The bytes may tell what the browser that sent them did not know, or took for something else.
      const as = (mime: string) => ({ ...file.manifest, mime });
      const found = file.manifest.mime === UNKNOWN ? as(await typeOfStream(file.stream(control.signal))) : file.manifest;
      const how = canShow(found);
      if (how !== "open") return { name: how, manifest: found };
      const bytes = await collect(file, control.signal);
      const manifest = as(await typeOf(new Blob([bytes], { type: found.mime })));
      return { name: canShow(manifest), manifest, bytes };
    }

    open().then(
      (shown) => !control.signal.aborted && setFound({ question, shown }),
      (reason: unknown) =>
        !control.signal.aborted && setFound({ question, shown: unreadable(reason) }),
    );
    return () => control.abort();
  }, [keyring, fileId, question]);

  // What was found for another file is not shown for this one.
  const shown = found?.question === question ? found.shown : OPENING;
  const isAway = shown.name === "unreachable";
  // It comes by itself when Coffer can be reached again.
  useEffect(() => (isAway ? onReach(() => reach() === "fine" && again()) : undefined), [isAway, again]);
  return { shown, again };
}
