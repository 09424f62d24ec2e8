/**
 * A cell while it is changed: Enter saves, Esc reverts, Tab saves and goes on to the next one of the row.
 *
 * However it is left, its field is asked first: what is wrong stays where it is, with the focus on it.
 */
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";

import { AskerContext, useAsking } from "../asking";
import { PopUp } from "../PopUp";
import type { CellControl, CellEdit } from "./columns";
import styles from "./Grid.module.css";

/** Where the focus goes from here: it stays on the cell, goes to a neighbour, or is elsewhere already. */
export type Onward = "stay" | "next" | "previous" | "away";

export interface EditorProps<Row> {
  row: Row;
  label: string;
  edit: CellEdit<Row>;
  /** Without a value everything stays as it was. */
  onDone: (value: string | null, onward: Onward) => void;
}

export default function CellEditor<Row>({ row, label, edit, onDone }: EditorProps<Row>) {
  const [value, setValue] = useState(() => edit.value(row));
  // What a control settles with a key is there when that same key saves.
  const draft = useRef(value);
  const { asker, ask } = useAsking();
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  function change(next: string) {
    draft.current = next;
    setValue(next);
  }

  function save(onward: Onward) {
    if (ask()) onDone(draft.current, onward);
  }

  function pressed(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement;
    // Keys of a list or a calendar that opened from here are its own.
    if (event.nativeEvent.isComposing || !event.currentTarget.contains(target)) return;
    if (event.key === "Escape") onDone(null, "stay");
    else if (event.key === "Tab") save(event.shiftKey ? "previous" : "next");
    else if (event.key === "Enter" && !target.closest("button")) save("stay");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function left(event: FocusEvent<HTMLElement>) {
    // Nothing else has the focus: the window lost it, or what had it is gone.
    if (event.relatedTarget === null) return;
    leaving.current = setTimeout(() => save("away"));
  }

  return (
    <span
      className={styles["editor"]}
      data-editor
      onKeyDown={pressed}
      onBlur={left}
      // Also of what opened from here, wherever it is drawn.
      onFocus={() => clearTimeout(leaving.current)}
    >
      <AskerContext value={asker}>
        <PopUp onClose={() => onDone(null, "away")}>
          <Control edit={edit} label={label} value={value} onChange={change} onSave={(next) => onDone(next, "stay")} />
        </PopUp>
      </AskerContext>
    </span>
  );
}

interface ControlProps<Row> extends CellControl {
  edit: CellEdit<Row>;
}

/** Waits on its own until it is loaded. */
const Control = <Row,>({ edit, ...control }: ControlProps<Row>) => edit.control(control);
