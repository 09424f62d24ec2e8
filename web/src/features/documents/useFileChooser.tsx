/** The file choosers of the browser, opened by buttons and keys. */
import { useCallback, useRef, type ChangeEvent, type ReactNode } from "react";

export interface FileChooser {
  pick: () => void;
  pickFolder: () => void;
  /** Stands anywhere on the page. */
  inputs: ReactNode;
}

export function useFileChooser(onFiles: (files: File[]) => void): FileChooser {
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => onFiles(filesOf(event));
  return {
    pick: useCallback(() => input.current?.click(), []),
    pickFolder: useCallback(() => folder.current?.click(), []),
    inputs: (
      <>
        <input ref={input} type="file" multiple hidden onChange={chosen} />
        <input ref={folder} type="file" multiple hidden onChange={chosen} {...{ webkitdirectory: "" }} />
      </>
    ),
  };
}

/** The same file can be chosen again later. */
function filesOf({ target }: ChangeEvent<HTMLInputElement>): File[] {
  const files = [...(target.files ?? [])];
  target.value = "";
  return files;
}
