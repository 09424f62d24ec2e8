/** A button that opens the file dialog of the system. */
import type { ReactNode } from "react";
import { FileTrigger } from "react-aria-components/FileTrigger";

interface FilePickProps {
  children: ReactNode;
  onFiles: (files: File[]) => void;
  accept?: readonly string[];
  single?: boolean;
  folder?: boolean;
  /** A phone opens its camera for it. */
  camera?: boolean;
}

export function FilePick({ children, onFiles, accept, single, folder, camera }: FilePickProps) {
  return (
    <FileTrigger
      allowsMultiple={!single}
      acceptDirectory={folder ?? false}
      {...(camera ? { defaultCamera: "environment" } : {})}
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
