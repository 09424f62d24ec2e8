/** The desk of an account: it holds what was opened for as long as the keys are as they are. */
import { useEffect, useState, type ReactNode } from "react";

import { afterFrame, connectDesk, lentBy } from "../desk/connect";
import type { CopyNote } from "../desk/copy/copy";
import { hostDesk } from "../desk/host";
import { DeskProvider } from "../desk/react";
import { useKeyring } from "../keyring/react";
import { useDates } from "../session/useSession";
import { startDeskWorker } from "../browser/appWorkers";

/** The disk is no witness, and what it held wrongly is nobody's alarm: it is named for whoever looks. */
function name(note: CopyNote): void {
  // eslint-disable-next-line no-console
  if ("dropped" in note) console.warn(`The copy on this device was not used: ${note.dropped}`);
  // eslint-disable-next-line no-console
  if ("none" in note) console.warn(`Nothing is kept on this device: storage is ${note.none}.`);
}

export function Desk({ children }: { children: ReactNode }) {
  const keyring = useKeyring();
  const { language } = useDates();
  const [host] = useState(() =>
    hostDesk(
      (starting) =>
        connectDesk(startDeskWorker(), {
          ...starting,
          nextFrame: afterFrame,
          lent: lentBy(keyring),
          onCopy: (note) => {
            name(note);
            starting.onCopy(note);
          },
        }),
      language,
    ),
  );
  useEffect(() => host.speak(language), [host, language]);

  useEffect(() => {
    let { name } = keyring.state();
    // What was opened goes with the keys, and is not kept for when they are back.
    return keyring.subscribe(() => {
      const now = keyring.state().name;
      if (now !== name) host.renew();
      name = now;
    });
  }, [keyring, host]);
  useEffect(() => {
    const rest = () => {
      if (document.visibilityState === "hidden") void host.rest();
    };
    document.addEventListener("visibilitychange", rest);
    return () => document.removeEventListener("visibilitychange", rest);
  }, [host]);
  useEffect(() => keyring.beforeLock(host.rest), [keyring, host]);
  useEffect(() => () => host.end(), [host]);

  return <DeskProvider host={host}>{children}</DeskProvider>;
}
