/** Saves a file of a document, and says why where it could not be saved. */
import { useCallback } from "react";

import { tellFailure } from "../../components/notices";
import { useSay } from "../../i18n/say";
import type { DocumentItem } from "../../lists/kinds/document";
import { useKeyring } from "../../keyring/react";
import { download, isAborted } from "./download";
import { whyNotSaved } from "./unreadableWords";

export function useDownload(item: DocumentItem): (fileId: string) => void {
  const say = useSay();
  const keyring = useKeyring();
  return useCallback(
    (fileId) => {
      download(keyring, item, fileId, new AbortController().signal).catch((reason: unknown) => {
        if (isAborted(reason)) return;
        tellFailure(say("documents.downloadFailed", "The download stopped"), whyNotSaved(say, reason));
      });
    },
    [say, keyring, item],
  );
}
