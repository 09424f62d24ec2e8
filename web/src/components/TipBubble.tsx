/** The sentence of a `Tip` while it is shown: beside its sign, over everything else, and it stays while the pointer is on it. */
import { useMemo, type RefObject } from "react";
import { Tooltip, TooltipTriggerStateContext } from "react-aria-components/Tooltip";

import styles from "./Tip.module.css";

interface TipBubbleProps {
  sign: RefObject<HTMLElement | null>;
  says: string;
  onClose: () => void;
}

export default function TipBubble({ sign, says, onClose }: TipBubbleProps) {
  const state = useMemo(() => ({ isOpen: true, open: () => undefined, close: onClose, shouldSkipAnimation: true }), [onClose]);
  return (
    <TooltipTriggerStateContext value={state}>
      <Tooltip triggerRef={sign} offset={6} className={styles["bubble"] ?? ""}>
        {says}
      </Tooltip>
    </TooltipTriggerStateContext>
  );
}
