/** One page: its title, what can be done on it, and the content down to the edge. */
import { createContext, useContext, useEffect, useRef, type ReactNode } from "react";

import { classes } from "./classes";
import styles from "./Page.module.css";
import { ServerMark, ServerOrder } from "./ServerWord";
import { placeOf, useTabTitle, type Titled } from "./tabTitle";

/** What the frame around the pages puts beside the actions of each. */
export const BesideActions = createContext<ReactNode>(null);

interface Content {
  /** How many things are on it. */
  count?: ReactNode;
  actions?: ReactNode;
  filters?: ReactNode;
  children: ReactNode;
  /** Content that scrolls as one, in the width of cards. */
  padded?: boolean;
  /** Nobody has signed anything of what is on it: it has the mark once, at its head. */
  fromServer?: boolean;
  /** Things stand on it in an order that nobody has signed. */
  orderTold?: boolean | "short";
}

export function Page(props: Content & Titled) {
  const { title, count, actions, filters, children, padded, fromServer, orderTold } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const beside = useContext(BesideActions);

  useTabTitle(placeOf(props));

  // A new page is announced by moving the focus to its title, unless something on it asked for the focus.
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) heading.current?.focus();
  }, []);

  return (
    <>
      <header className={styles["top"]}>
        <div className={styles["title"]}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
            {count !== undefined && <span data-word={fromServer}>{count}</span>}
          </h1>
          {fromServer && <ServerMark />}
          {orderTold && <ServerOrder short={orderTold === "short"} />}
        </div>
        <div className={styles["actions"]}>
          {beside}
          {actions}
        </div>
      </header>
      {filters && <div className={styles["filters"]}>{filters}</div>}
      {padded || fromServer ? (
        <div className={classes(padded && styles["scroll"], !padded && styles["asIs"])} data-word={fromServer || undefined}>
          {children}
        </div>
      ) : (
        children
      )}
    </>
  );
}

/** Main things beside side things; one under the other where it is narrow. */
export function Columns({ main, side }: { main: ReactNode; side: ReactNode }) {
  return (
    <div className={styles["columns"]}>
      <div className={styles["column"]}>{main}</div>
      <div className={styles["column"]}>{side}</div>
    </div>
  );
}
