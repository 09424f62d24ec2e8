/** The places things stand in: a card with its head, a list of facts, a banner across the page. */
import { AlertTriangle, CheckCircle2, Info, OctagonAlert, ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";

import { classes } from "./classes";
import styles from "./Layout.module.css";
import { ServerMark, ServerOrder } from "./ServerWord";

interface CardProps {
  title?: ReactNode;
  /** Stands at the end of the head: a count, a button, a state. */
  end?: ReactNode;
  children: ReactNode;
  alarming?: boolean;
  /** Nobody has signed anything of what is on it: it has the mark at its head. */
  fromServer?: boolean;
  /** Its rows stand in an order that nobody has signed. */
  orderTold?: boolean;
  className?: string | undefined;
}

export function Card({ title, end, children, alarming, fromServer, orderTold, className }: CardProps) {
  return (
    <section className={classes(styles["card"], alarming && styles["alarming"], className)} data-word={fromServer || undefined}>
      {title && (
        <header className={styles["head"]}>
          <h2>{title}</h2>
          {fromServer && (
            <span className={styles["mark"]}>
              <ServerMark />
            </span>
          )}
          {orderTold && <ServerOrder />}
          {end}
        </header>
      )}
      {children}
    </section>
  );
}

/** Text and fields inside a card. */
export function CardBody({ children }: { children: ReactNode }) {
  return <div className={styles["body"]}>{children}</div>;
}

/** One line of a list inside a card. */
export function Line({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={classes(styles["line"], className)}>{children}</div>;
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles["facts"]}>{children}</dl>;
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const banners = { trust: ShieldCheck, ok: CheckCircle2, info: Info, warn: AlertTriangle, bad: OctagonAlert };

interface BannerProps {
  tone: keyof typeof banners;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Said at once by a screen reader. */
  urgent?: boolean;
}

export function Banner({ tone, title, children, actions, urgent }: BannerProps) {
  const Icon = banners[tone];
  return (
    <div className={classes(styles["banner"], styles[tone])} {...(urgent ? { role: "alert" } : {})}>
      <Icon />
      <div className={styles["bannerText"]}>
        {title && <p className={styles["bannerTitle"]}>{title}</p>}
        {children && <div className={styles["bannerBody"]}>{children}</div>}
      </div>
      {actions && <div className={styles["bannerActions"]}>{actions}</div>}
    </div>
  );
}
