/** The card that stands over a page which cannot be opened yet. */
import { useEffect, useRef, type ReactNode } from "react";

import styles from "./unlock.module.css";

export function GateCard({ title, lead, children }: { title: string; lead: ReactNode; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);

  return (
    <section className={styles["card"]} aria-labelledby="gate-title">
      <div>
        <h2 id="gate-title" ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="quiet">{lead}</p>
      </div>
      {children}
    </section>
  );
}
