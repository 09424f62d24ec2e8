/** The card that stands over a page which cannot be opened yet. */
import { useEffect, useRef, type ReactNode } from "react";

import { ServerMark } from "../../components/ServerWord";
import styles from "./unlock.module.css";

interface GateCardProps {
  title: string;
  lead: ReactNode;
  children?: ReactNode;
  /** Whom its words name is known from the server alone. */
  fromServer?: boolean;
}

export function GateCard({ title, lead, children, fromServer }: GateCardProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);

  return (
    <section className={styles["card"]} aria-labelledby="gate-title">
      <div data-word={fromServer || undefined}>
        <div className={styles["gateTitle"]}>
          <h2 id="gate-title" ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {fromServer && <ServerMark />}
        </div>
        <p className="quiet">{lead}</p>
      </div>
      {children}
    </section>
  );
}
