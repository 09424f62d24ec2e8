/** A small sign that stands for one sentence: shown beside it under the pointer, with the focus and at a tap, and read out by a screen reader. */
import { useRef, useState, type ReactNode } from "react";

import { Aside } from "./Border";
import { classes } from "./classes";
import { part } from "./part";
import styles from "./Tip.module.css";

const TipBubble = part(() => import("./TipBubble"));

interface TipProps {
  says: string;
  /** The sign itself; what it says is its name. */
  children: ReactNode;
  className?: string | undefined;
}

export function Tip({ says, children, className }: TipProps) {
  const sign = useRef<HTMLButtonElement>(null);
  const [shown, setShown] = useState(false);
  const show = () => setShown(true);
  const hide = () => setShown(false);
  return (
    <>
      <button
        ref={sign}
        type="button"
        className={classes(styles["sign"], className)}
        onPointerEnter={({ pointerType }) => pointerType === "mouse" && show()}
        onPointerLeave={({ pointerType }) => pointerType === "mouse" && document.activeElement !== sign.current && hide()}
        onFocus={show}
        // Not every browser gives the focus to a button that is tapped.
        onClick={show}
        onBlur={hide}
        onKeyDown={(event) => {
          if (event.key !== "Escape" || !shown) return;
          // The panel around it stays.
          event.stopPropagation();
          hide();
        }}
      >
        <span aria-hidden className={styles["picture"]}>
          {children}
        </span>
        <span className="unseen">{says}</span>
      </button>
      {shown && (
        // Its words are read out in any case: a bubble that does not load is no fault of what it stands beside.
        <Aside>
          <TipBubble sign={sign} says={says} onClose={hide} />
        </Aside>
      )}
    </>
  );
}
