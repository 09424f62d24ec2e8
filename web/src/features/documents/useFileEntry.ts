/** The ways files come to the list: chosen, pasted, dropped beside the rows or on one of them. */
import { useCallback, useEffect, useRef, useState } from "react";

import type { Address } from "../../components/useAddress";
import type { DocumentRow } from "./rows";
import type { FileChooser } from "./useFileChooser";
import { useUploadDesk } from "./uploads/uploads";

export interface FileEntry {
  add: (files: File[]) => void;
  /** A single file dropped on a row is the next version of that document. */
  drop: (files: File[]) => void;
  carryOver: (id: string | null) => void;
  target: DocumentRow | undefined;
}

export function useFileEntry(rows: readonly DocumentRow[] | undefined, canTake: boolean): FileEntry {
  const desk = useUploadDesk();
  const [over, setOver] = useState<string | null>(null);
  const target = canTake ? rows?.find(({ id, opening }) => id === over && opening.name === "open") : undefined;
  // The files of a drop are read before they arrive here; until then the pointer may be anywhere.
  const latest = useRef<DocumentRow>(undefined);
  useEffect(() => {
    latest.current = target;
  });

  const add = useCallback(
    (files: File[]) => {
      if (files.length > 0) desk.add(files);
    },
    [desk],
  );
  const drop = useCallback(
    (files: File[]) => {
      const row = latest.current;
      setOver(null);
      if (row && files.length === 1) desk.add(files, { document: row.item });
      else add(files);
    },
    [desk, add],
  );

  useEffect(() => {
    const pasted = (event: ClipboardEvent) => add([...(event.clipboardData?.files ?? [])]);
    window.addEventListener("paste", pasted);
    return () => window.removeEventListener("paste", pasted);
  }, [add]);

  return { add, drop, carryOver: setOver, target };
}

/** The address by which other pages ask for the dialog, or for the camera. */
export function useAskedToUpload({ query, change }: Address, { pick, photograph = pick }: Pick<FileChooser, "pick" | "photograph">): void {
  const asked = query.get("upload");
  useEffect(() => {
    if (asked === null) return;
    change((next) => next.delete("upload"));
    if (asked === "photo") photograph();
    else pick();
  }, [asked, change, pick, photograph]);
}
