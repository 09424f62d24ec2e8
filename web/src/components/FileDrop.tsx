/** Lets files be dropped on whatever stands inside it. */
import { UploadCloud } from "lucide-react";
import type { ReactNode } from "react";
import { isFileDropItem } from "react-aria-components/useDragAndDrop";
import { DropZone } from "react-aria-components/DropZone";
import { FileTrigger } from "react-aria-components/FileTrigger";

import styles from "./FileDrop.module.css";

interface FileDropProps {
  label: string;
  onFiles: (files: File[]) => void;
  children: ReactNode;
  isDisabled?: boolean;
  /** Says what it would do without covering what lies under the pointer. */
  aside?: boolean;
}

export function FileDrop({ label, onFiles, children, isDisabled, aside }: FileDropProps) {
  return (
    <DropZone
      className={styles["zone"]}
      aria-label={label}
      isDisabled={isDisabled ?? false}
      getDropOperation={() => "copy"}
      onDrop={(event) => {
        void Promise.all(event.items.filter(isFileDropItem).map((item) => item.getFile())).then((files) => {
          if (files.length > 0) onFiles(files);
        });
      }}
    >
      {children}
      <div className={styles["over"]} data-aside={aside || undefined} aria-hidden>
        <UploadCloud />
        <b>{label}</b>
      </div>
    </DropZone>
  );
}

interface PickProps {
  children: ReactNode;
  onFiles: (files: File[]) => void;
  accept?: readonly string[];
  single?: boolean;
  folder?: boolean;
}

/** A button that opens the file dialog of the system. */
export function FilePick({ children, onFiles, accept, single, folder }: PickProps) {
  return (
    <FileTrigger
      allowsMultiple={!single}
      acceptDirectory={folder ?? false}
      {...(accept ? { acceptedFileTypes: accept } : {})}
      onSelect={(list) => {
        const files = list ? [...list] : [];
        if (files.length > 0) onFiles(files);
      }}
    >
      {children}
    </FileTrigger>
  );
}
