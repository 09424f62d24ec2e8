/** Saves a file of a document, and says why where it could not be saved. */
import { useCallback } from "react";

import { failureOf } from "../../api/failure";
import { tellFailure } from "../../components/notices";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { download, isAborted } from "./download";

export function useDownload(): (fileId: string) => void {
  const say = useSay();
  const keyring = useKeyring();
  return useCallback(
    (fileId) => {
      download(keyring, fileId, new AbortController().signal).catch((reason: unknown) => {
        if (isAborted(reason)) return;
        const { code, message } = failureOf(reason);
        const why = code === "data_loss" ? say("preview.broken", "This file is damaged") : message;
        tellFailure(say("documents.downloadFailed", "The download stopped"), why);
      });
    },
    [say, keyring],
  );
}
