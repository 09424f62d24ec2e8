/** The versions of a document's file, newest first, each with who has signed it and when. */
import { Download } from "lucide-react";
import { useEffect, useState } from "react";

import { Button } from "../../components/Button";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import styles from "../../lists/Items.module.css";
import { usePeople } from "../../lists/people/people";
import type { DocumentItem, DocumentVersion } from "../../lists/kinds/document";
import type { Keyring } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";

interface VersionsProps {
  item: DocumentItem;
  onDownload: (fileId: string) => void;
}

export function VersionsTab({ item, onDownload }: VersionsProps) {
  const say = useSay();
  if (item.versions.length === 0)
    return <p className={`${styles["person"] ?? ""} quiet`}>{say("versions.none", "Note without a file")}</p>;
  return (
    <div className={styles["people"]}>
      {[...item.versions].reverse().map((version) => (
        <Version key={version.fileId} version={version} onDownload={onDownload} />
      ))}
    </div>
  );
}

type Signature = Awaited<ReturnType<Keyring["signedBy"]>>;

/** Nothing until the file's own statement was verified. */
function useSignature(fileId: string): Signature | null {
  const keyring = useKeyring();
  const [signature, setSignature] = useState<Signature | null>(null);
  useEffect(() => {
    let gone = false;
    keyring.signedBy(fileId).then(
      (found) => !gone && setSignature(found),
      // Why it does not open, the preview and the download say.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [keyring, fileId]);
  return signature;
}

interface VersionProps extends Pick<VersionsProps, "onDownload"> {
  version: DocumentVersion;
}

function Version({ version: { number, fileId }, onDownload }: VersionProps) {
  const { of } = usePeople();
  const say = useSay();
  const dates = useDates();
  const signature = useSignature(fileId);
  return (
    <div className={styles["person"]}>
      <b className="num">{number}</b>
      <span>
        {signature && <time dateTime={signature.at}>{formatMoment(signature.at, dates)}</time>}
        {signature && <span className="hint"> · <bdi>{of(signature.author).name}</bdi></span>}
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
  );
}
