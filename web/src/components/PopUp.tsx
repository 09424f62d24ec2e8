/** Around what opens over the page, and is fetched when it opens: one that fails is closed with a notice that says why. The next try is a new one. */
import { useEffect, useState, type ReactNode } from "react";

import { isThere } from "../browser/reach";
import { useSay, type Say } from "../i18n/say";
import { Boundary } from "./Boundary";
import { tellFailure } from "./notices";
import { loadPartsAgain, PartMissing } from "./part";
import { FileAway } from "./preload";

interface PopUpProps {
  onClose: () => void;
  children: ReactNode;
}

export function PopUp({ onClose, children }: PopUpProps) {
  const [round, setRound] = useState(0);
  function close() {
    setRound((before) => before + 1);
    onClose();
  }
  return (
    <Boundary key={round} fallback={(reason) => <Told reason={reason} onClose={close} />}>
      {children}
    </Boundary>
  );
}

function Told({ reason, onClose }: { reason: unknown; onClose: () => void }) {
  const say = useSay();
  useEffect(() => {
    void tellWhy(say, reason);
    loadPartsAgain();
    onClose();
  }, [say, reason, onClose]);
  return null;
}

async function tellWhy(say: Say, reason: unknown): Promise<void> {
  if (!(reason instanceof PartMissing)) tellFailure(say("fault.title", "This part of Coffer stopped working"));
  else if (!(reason.cause instanceof FileAway) && (await isThere())) tellFailure(say("part.gone", "Coffer was updated"), say("part.goneHow", "Reload to open this part. What you saved is safe."));
  else tellFailure(say("part.away", "No connection"), say("part.awayHow", "This part of Coffer opens when the connection is back."));
}
