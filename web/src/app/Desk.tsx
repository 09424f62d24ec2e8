/** The desk of an account: it holds what was opened for as long as the keys are as they are. */
import { useEffect, useState, type ReactNode } from "react";

import { afterFrame, connectDesk } from "../desk/connect";
import { hostDesk } from "../desk/host";
import { DeskProvider } from "../desk/react";
import { useKeyring } from "../keyring/react";
import { useDates } from "../session/useSession";
import { startDeskWorker } from "../workers/appWorkers";

export function Desk({ children }: { children: ReactNode }) {
  const keyring = useKeyring();
  const { language } = useDates();
  const [host] = useState(() =>
    hostDesk((connecting) => connectDesk(startDeskWorker(), { ...connecting, nextFrame: afterFrame }), language),
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
  useEffect(() => () => host.end(), [host]);

  return <DeskProvider host={host}>{children}</DeskProvider>;
}
