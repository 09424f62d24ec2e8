/** Lets files be dropped on whatever stands inside it. */
import { UploadCloud } from "lucide-react";
import { useRef, useState, type DragEvent, type ReactNode } from "react";

import { Aside } from "./Border";
import type { Dropping } from "./DropTarget";
import styles from "./FileDrop.module.css";
import { part } from "./part";

/** Fetched at once, but behind what is inside. */
const DropTarget = part(() => import("./DropTarget"));

interface FileDropProps {
  label: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
  isDisabled?: boolean;
  /** Says what it would do without covering what lies under the pointer. */
  aside?: boolean;
}

/** What is inside stands at once; the target that takes the files arrives after it, and the place stays the same. */
export function FileDrop({ label, onFiles, children, isDisabled = false, aside }: FileDropProps) {
  const dropping = useRef<Dropping>(null);
  const [over, setOver] = useState(false);

  /** A browser left alone would open the file in place of the app. */
  function take(event: DragEvent<HTMLElement>, handle: Dropping["onDrop"]) {
    if (handle) handle(event);
    else event.preventDefault();
  }

  return (
    <div
      className={styles["zone"]}
      data-drop-target={(over && !isDisabled) || undefined}
      onDragEnter={(event) => dropping.current?.onDragEnter?.(event)}
      onDragLeave={(event) => dropping.current?.onDragLeave?.(event)}
      onDragOver={(event) => take(event, dropping.current?.onDragOver)}
      onDrop={(event) => take(event, dropping.current?.onDrop)}
    >
      <Aside>
        <DropTarget ref={dropping} label={label} onFiles={onFiles} isDisabled={isDisabled} onOver={setOver} />
      </Aside>
      {children}
      <div className={styles["over"]} data-aside={aside || undefined} aria-hidden>
        <UploadCloud />
        <b>{label}</b>
      </div>
    </div>
  );
}
