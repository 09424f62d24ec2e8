/** The bar for all that is selected: what can be done with it, how far it is, and what was refused. */
import { Archive, Download, Trash2 } from "lucide-react";
import { useRef, useState } from "react";

import type { DocumentItem } from "../../api/documents";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { BulkBar } from "../../components/collection/FilterRow";
import { Dialog } from "../../components/Dialog";
import { Bar } from "../../components/Marks";
import { tell, tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { useMay } from "../../session/useSession";
import type { BulkResult, Refusal } from "./bulk";
import { downloadAll } from "./downloadAll";
import styles from "./Documents.module.css";
import type { DocumentRow } from "./rows";
import type { DocumentActs } from "./useDocumentActs";

interface BulkActsProps {
  acts: DocumentActs;
  selected: readonly DocumentRow[];
  /** All that match are selected, and not only some. */
  isAll: boolean;
  onClear: () => void;
}

interface Refused {
  title: string;
  documents: readonly (Refusal & { title: string | null })[];
}

interface Run {
  label: string;
  settled: number;
  total: number;
}

type BulkAct = (items: readonly DocumentItem[], hooks: { onProgress: (settled: number) => void; signal: AbortSignal }) => Promise<BulkResult>;

export default function BulkActs({ acts, selected, isAll, onClear }: BulkActsProps) {
  const say = useSay();
  const may = useMay();
  const [run, setRun] = useState<Run | null>(null);
  const keyring = useKeyring();
  const [refused, setRefused] = useState<Refused>({ title: "", documents: [] });
  const control = useRef<AbortController>(undefined);

  const leftAsTheyWere = (count: number) =>
    say("bulk.refused", "{count, plural, one {# document was} other {# documents were}} left as they were", { count });
  const notSaved = (count: number) =>
    say("bulk.notDownloaded", "{count, plural, one {# document was} other {# documents were}} not downloaded", { count });

  const save: BulkAct = async (items, hooks) => {
    const result = await downloadAll(keyring, items, hooks, {
      noFile: say("bulk.noFile", "There is no file in it."),
      damaged: say("preview.broken", "This file is damaged"),
    });
    const count = result.done.length;
    if (count > 0)
      tell({ title: say("bulk.downloaded", "{count, plural, one {# file} other {# files}} downloaded", { count }) });
    return result;
  };

  async function go(label: string, act: BulkAct, titleOf = leftAsTheyWere) {
    // The list moves on while it runs; what was chosen is what counts.
    const rows = [...selected];
    control.current = new AbortController();
    setRun({ label, settled: 0, total: rows.length });
    try {
      const result = await act(
        rows.map(({ item }) => item),
        { signal: control.current.signal, onProgress: (settled) => setRun((now) => now && { ...now, settled }) },
      );
      setRefused({
        title: titleOf(result.refused.length),
        documents: result.refused.map((one) => ({ ...one, title: rows.find(({ id }) => id === one.id)?.title ?? null })),
      });
      if (result.done.length === rows.length) onClear();
    } catch (reason) {
      tellFailure(failureTitle(say, "update"), failureOf(reason).message);
    } finally {
      setRun(null);
    }
  }

  const count = selected.length;
  return (
    <>
      {run ? (
        <BulkBar count={run.label} onClear={() => control.current?.abort()} clear={say("dialog.cancel", "Cancel")}>
          <span className="hint num" role="status">
            {say("bulk.progress", "{settled} of {total}", { settled: run.settled, total: run.total })}
          </span>
          <span className={styles["progress"]}>
            <Bar value={run.settled / run.total} label={run.label} />
          </span>
        </BulkBar>
      ) : (
        count > 0 && (
          <BulkBar
            count={
              isAll
                ? say("documents.allSelected", "All {count} selected", { count })
                : say("documents.selected", "{count} selected", { count })
            }
            onClear={onClear}
          >
            <Button
              look="quiet"
              size="small"
              onPress={() => void go(say("bulk.downloading", "Downloading"), save, notSaved)}
            >
              <Download />
              {say("preview.download", "Download")}
            </Button>
            {may("document.archive") && (
              <Button look="quiet" size="small" writes onPress={() => void go(say("bulk.archiving", "Archiving"), acts.archive)}>
                <Archive />
                {say("documents.archive", "Archive")}
              </Button>
            )}
            {may("document.delete") && (
              <Button
                look="quiet"
                size="small"
                writes
                className={styles["delete"] ?? ""}
                onPress={() => void go(say("bulk.deleting", "Deleting"), acts.remove)}
              >
                <Trash2 />
                {say("documents.delete", "Delete")}
              </Button>
            )}
          </BulkBar>
        )
      )}
      <Dialog
        title={refused.title}
        isOpen={refused.documents.length > 0}
        onClose={() => setRefused((now) => ({ ...now, documents: [] }))}
      >
        <ul className={styles["refused"]}>
          {refused.documents.map(({ id, title, message }) => (
            <li key={id}>
              <b>
                <bdi>{title ?? say("sealed.label", "Sealed")}</bdi>
              </b>
              <span className="hint">{message}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
