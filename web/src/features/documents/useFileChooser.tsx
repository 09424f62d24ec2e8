/** The file choosers of the browser and the camera of a phone, opened by buttons and keys. */
import { useCallback, useRef, type ChangeEvent, type ReactNode } from "react";

import { takesPictures } from "../../components/camera";
import { dayAt } from "../../dates/days";
import { formatTime } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";
import { named } from "./photo";

export interface FileChooser {
  pick: () => void;
  pickFolder: () => void;
  /** Only where there is a camera to be asked. */
  photograph: (() => void) | undefined;
  /** Stands anywhere on the page. */
  inputs: ReactNode;
}

export function useFileChooser(onFiles: (files: File[]) => void): FileChooser {
  const say = useSay();
  const dates = useDates();
  const input = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const photograph = useCallback(() => camera.current?.click(), []);
  const chosen = (event: ChangeEvent<HTMLInputElement>) => onFiles(filesOf(event));
  const taken = (event: ChangeEvent<HTMLInputElement>) => {
    const now = new Date();
    const moment = `${dayAt(now, dates.zone)} ${formatTime(now.toISOString(), dates, true).replaceAll(":", ".")}`;
    onFiles(filesOf(event).map((picture) => named(picture, say("documents.photo", "Photo {moment}", { moment }))));
  };
  return {
    pick: useCallback(() => input.current?.click(), []),
    pickFolder: useCallback(() => folder.current?.click(), []),
    photograph: takesPictures() ? photograph : undefined,
    inputs: (
      <>
        <input ref={input} type="file" multiple hidden onChange={chosen} />
        <input ref={folder} type="file" multiple hidden onChange={chosen} {...{ webkitdirectory: "" }} />
        <input ref={camera} type="file" accept="image/*" capture="environment" hidden onChange={taken} />
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
