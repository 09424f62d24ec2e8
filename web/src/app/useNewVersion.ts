/** Whether a newer version of the app is ready, looked for as long as this is on the screen, and the way to it. */
import { useEffect } from "react";

import { draftsStored } from "../lists/draftKeeper";
import { useOutdated } from "./outdated";
import { followServed } from "./served";

/** Nothing half written is lost by it. */
const reload = (): void => void draftsStored().then(() => location.reload());

export function useNewVersion(): { isReady: boolean; reload: () => void } {
  const isReady = useOutdated();
  useEffect(() => (isReady ? undefined : followServed()), [isReady]);
  return { isReady, reload };
}
