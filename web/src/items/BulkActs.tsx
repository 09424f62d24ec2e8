/** The bar for all that is selected: what can be done with it, how far it is, and what was refused. */
import { Archive, Trash2 } from "lucide-react";
import { useRef, useState, type ComponentType } from "react";

import { failureOf } from "../api/failure";
import { Button } from "../components/Button";
import { BulkBar } from "../components/collection/FilterRow";
import { Dialog } from "../components/Dialog";
import { Bar } from "../components/Marks";
import { tellFailure } from "../components/notices";
import { failureTitle } from "../i18n/fixedTexts";
import { useSay } from "../i18n/say";
import { useMay } from "../session/useSession";
import type { BulkHooks, BulkResult, Refusal } from "./bulk";
import type { Item } from "./item";
import styles from "./Items.module.css";
import type { ItemActs } from "./useItemActs";

interface Selected<One> {
  id: string;
  item: One;
  title: string | null;
}

type BulkAct<One> = (items: readonly One[], hooks: Required<BulkHooks>) => Promise<BulkResult<One>>;

/** An act that only this kind of item has. */
export interface FurtherAct<One> {
  icon: ComponentType;
  label: string;
  /** What the bar says while it runs. */
  running: string;
  act: BulkAct<One>;
  /** What stands over those that it refused. */
  refusedTitle: (count: number) => string;
}

interface BulkActsProps<One extends Item> {
  /** What the permissions of this kind begin with. */
  resource: string;
  acts: ItemActs<One>;
  selected: readonly Selected<One>[];
  /** All that match are selected, and not only some. */
  isAll: boolean;
  /** "3 documents were left as they were". */
  leftAsTheyWere: (count: number) => string;
  more?: readonly FurtherAct<One>[];
  onClear: () => void;
}

interface Refused {
  title: string;
  items: readonly (Refusal & { title: string | null })[];
}

interface Run {
  label: string;
  settled: number;
  total: number;
}

export function BulkActs<One extends Item>({ resource, acts, selected, isAll, leftAsTheyWere, more = [], onClear }: BulkActsProps<One>) {
  const say = useSay();
  const may = useMay();
  const [run, setRun] = useState<Run | null>(null);
  const [refused, setRefused] = useState<Refused>({ title: "", items: [] });
  const control = useRef<AbortController>(undefined);

  async function go(label: string, act: BulkAct<One>, titleOf = leftAsTheyWere) {
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
        items: result.refused.map((one) => ({ ...one, title: rows.find(({ id }) => id === one.id)?.title ?? null })),
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
            {more.map(({ icon: Icon, label, running, act, refusedTitle }) => (
              <Button key={label} look="quiet" size="small" onPress={() => void go(running, act, refusedTitle)}>
                <Icon />
                {label}
              </Button>
            ))}
            {may(`${resource}.archive`) && (
              <Button look="quiet" size="small" writes onPress={() => void go(say("bulk.archiving", "Archiving"), acts.archive)}>
                <Archive />
                {say("documents.archive", "Archive")}
              </Button>
            )}
            {may(`${resource}.delete`) && (
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
        isOpen={refused.items.length > 0}
        onClose={() => setRefused((now) => ({ ...now, items: [] }))}
      >
        <ul className={styles["refused"]}>
          {refused.items.map(({ id, title, message }) => (
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
