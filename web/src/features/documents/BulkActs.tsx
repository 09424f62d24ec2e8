/** The bar for all that is selected: what can be done with it, how far it is, and what was refused. */
import { Archive, Trash2 } from "lucide-react";
import { useRef, useState } from "react";

import type { DocumentItem } from "../../api/documents";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { BulkBar } from "../../components/collection/FilterRow";
import { Dialog } from "../../components/Dialog";
import { Bar } from "../../components/Marks";
import { tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { useMay } from "../../session/useSession";
import type { BulkResult, Refusal } from "./bulk";
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
  const [refused, setRefused] = useState<(Refusal & { title: string | null })[]>([]);
  const control = useRef<AbortController>(undefined);

  async function go(label: string, act: BulkAct) {
    // The list moves on while it runs; what was chosen is what counts.
    const rows = [...selected];
    control.current = new AbortController();
    setRun({ label, settled: 0, total: rows.length });
    try {
      const result = await act(
        rows.map(({ item }) => item),
        { signal: control.current.signal, onProgress: (settled) => setRun((now) => now && { ...now, settled }) },
      );
      setRefused(result.refused.map((one) => ({ ...one, title: rows.find(({ id }) => id === one.id)?.title ?? null })));
      if (result.refused.length === 0) onClear();
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
            {may("document.archive") && (
              <Button look="quiet" size="small" onPress={() => void go(say("bulk.archiving", "Archiving"), acts.archive)}>
                <Archive />
                {say("documents.archive", "Archive")}
              </Button>
            )}
            {may("document.delete") && (
              <Button
                look="quiet"
                size="small"
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
        title={say("bulk.refused", "{count, plural, one {# document was} other {# documents were}} left as they were", {
          count: refused.length,
        })}
        isOpen={refused.length > 0}
        onClose={() => setRefused([])}
      >
        <ul className={styles["refused"]}>
          {refused.map(({ id, title, message }) => (
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
