/** The acts on one document of a list, and what they ask first. */
import { useMemo, useRef, useState, type ReactNode } from "react";

import { failureOf } from "../../api/failure";
import { PopUp } from "../../components/PopUp";
import { tell, tellFailure } from "../../components/notices";
import { part } from "../../components/part";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { BulkResult } from "../../lists/bulk";
import type { DocumentRow } from "./rows";
import { useUploadDesk } from "./uploads/uploads";
import type { DocumentActs } from "./useDocumentActs";

const RenewDocument = part(() => import("./RenewDocument"));

export interface RowActs {
  renew: (row: DocumentRow) => void;
  addVersion: (row: DocumentRow) => void;
  duplicate: (row: DocumentRow) => void;
  /** Back to the list when it is archived. */
  archive: (row: DocumentRow) => void;
  remove: (row: DocumentRow) => void;
}

/** `asked` stands anywhere on the page: the dialog of a renewal, and the file chooser of a new version. */
export function useRowActs(acts: DocumentActs, onOpen: (id: string) => void): { rowActs: RowActs; asked: ReactNode } {
  const say = useSay();
  const desk = useUploadDesk();
  const [renewing, setRenewing] = useState<DocumentRow | null>(null);
  const versionOf = useRef<DocumentRow>(undefined);
  const input = useRef<HTMLInputElement>(null);

  const rowActs = useMemo<RowActs>(() => {
    const complain = (message: string) => tellFailure(failureTitle(say, "update"), message);
    const settle = (act: Promise<BulkResult<unknown>>) =>
      void act.then(
        ({ refused: [first] }) => first && complain(first.message),
        (reason: unknown) => complain(failureOf(reason).message),
      );
    return {
      renew: setRenewing,
      addVersion(row) {
        versionOf.current = row;
        input.current?.click();
      },
      duplicate({ item, opening }) {
        if (opening.name !== "open") return;
        acts.duplicate(item, opening.payload).then(
          (id) => {
            tell({ title: say("documents.duplicated", "Copy made") });
            onOpen(id);
          },
          (reason: unknown) => complain(failureOf(reason).message),
        );
      },
      archive: ({ item, stage }) => settle(stage === "archived" ? acts.unarchive([item]) : acts.archive([item])),
      remove: ({ item }) => settle(acts.remove([item])),
    };
  }, [say, acts, onOpen]);

  const asked = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          const row = versionOf.current;
          if (file && row) desk.add([file], { document: row.item });
          target.value = "";
        }}
      />
      {renewing && (
        <PopUp onClose={() => setRenewing(null)}>
          <RenewDocument row={renewing} onClose={() => setRenewing(null)} />
        </PopUp>
      )}
    </>
  );
  return { rowActs, asked };
}
