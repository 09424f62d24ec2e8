/** The bar for all that is selected: what can be done with it, how far it is, and what was refused. */
import { useRef, useState, type ComponentType } from "react";

import { failureOf } from "../api/failure";
import { useOffer } from "../components/commands/commands";
import { Button } from "../components/Button";
import { BulkBar } from "../components/collection/FilterRow";
import { Dialog } from "../components/Dialog";
import { Bar } from "../components/Marks";
import { tellFailure } from "../components/notices";
import { failureTitle } from "../i18n/fixedTexts";
import { useSay } from "../i18n/say";
import type { BulkHooks, BulkResult, Refusal } from "./bulk";
import styles from "./Items.module.css";

export interface Selected<One> {
  id: string;
  item: One;
  title: string | null;
}

type BulkAct<One> = (items: readonly One[], hooks: Required<BulkHooks>) => Promise<BulkResult<One>>;

/** Something that can be done with all that is selected. */
export interface Doing<One> {
  icon: ComponentType;
  label: string;
  /** What the bar says while it runs. */
  running: string;
  act: BulkAct<One>;
  /** What stands over those that it refused, where that is not that they are as they were. */
  refusedTitle?: (count: number) => string;
  writes?: boolean;
  destroys?: boolean;
  /** The key that does it. */
  keys?: string;
}

interface BulkRunProps<One> {
  doings: readonly Doing<One>[];
  /** How many are selected. */
  count: number;
  /** What is selected, as it is now. */
  read: () => readonly Selected<One>[] | Promise<readonly Selected<One>[]>;
  /** All that match are selected, and not only some. */
  isAll: boolean;
  /** "3 documents were left as they were". */
  leftAsTheyWere: (count: number) => string;
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

export function BulkRun<One>({ doings, count, read, isAll, leftAsTheyWere, onClear }: BulkRunProps<One>) {
  const say = useSay();
  const [run, setRun] = useState<Run | null>(null);
  const [refused, setRefused] = useState<Refused>({ title: "", items: [] });
  const control = useRef<AbortController>(undefined);

  async function go(label: string, act: BulkAct<One>, titleOf = leftAsTheyWere) {
    control.current = new AbortController();
    setRun({ label, settled: 0, total: count });
    try {
      // The list moves on while it runs; what was chosen is what counts.
      const rows = [...(await read())];
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
      tellFailure(failureTitle(say, "update"), failureOf(reason));
    } finally {
      setRun(null);
    }
  }

  useOffer(
    count === 0 || run
      ? []
      : doings.flatMap(({ label, icon, keys, running, act, refusedTitle }) =>
          keys ? [{ id: `selected ${label}`, label, icon, keys, group: "act" as const, run: () => void go(running, act, refusedTitle) }] : [],
        ),
  );
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
            {doings.map(({ icon: Icon, label, running, act, refusedTitle, writes = false, destroys = false }) => (
              <Button
                key={label}
                look="quiet"
                size="small"
                writes={writes}
                className={(destroys && styles["delete"]) || ""}
                onPress={() => void go(running, act, refusedTitle)}
              >
                <Icon />
                {label}
              </Button>
            ))}
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
                <bdi>{title ?? say("sealed.label", "No access")}</bdi>
              </b>
              <span className="hint">{message}</span>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}
