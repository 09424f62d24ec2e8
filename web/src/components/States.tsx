/** What stands in a place while there is nothing to show there: waiting, nothing yet, did not load. */
import { useEffect, useState, type ComponentType, type ReactNode } from "react";

import { useReach } from "../browser/reach";
import { useSay } from "../i18n/say";
import type { Word } from "../i18n/word";
import { Button } from "./Button";
import { ServerWord } from "./ServerWord";
import { ServerSays } from "./Why";
import styles from "./States.module.css";

/** Waits 150 ms before it shows that it waits: most answers are there by then. */
export function useLongWait(waiting: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setTimeout(() => setLong(true), 150);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting]);
  return waiting && long;
}

/** Plain blocks that keep the place of the lines to come. */
export function Skeleton({ lines = 6, height = 20 }: { lines?: number; height?: number }) {
  const say = useSay();
  const long = useLongWait(true);
  return (
    <div className={styles["skeleton"]} aria-busy role="status" aria-label={say("state.loading", "Loading")}>
      {Array.from({ length: lines }, (_, line) => (
        <i
          key={line}
          style={{ blockSize: height, inlineSize: `${92 - ((line * 37) % 48)}%`, opacity: long ? 1 : 0 }}
        />
      ))}
    </div>
  );
}

const ROWS = Array.from({ length: 12 }, (_, row) => `${52 - ((row * 29) % 30)}%`);

/** A list before its rows are there: their heights and their lines, and no word yet. */
export function SkeletonRows() {
  const say = useSay();
  const long = useLongWait(true);
  return (
    <div className={styles["rows"]} aria-busy role="status" aria-label={say("state.loading", "Loading")}>
      {long &&
        ROWS.map((inlineSize, row) => (
          <p key={row}>
            <i />
            <i style={{ inlineSize }} />
          </p>
        ))}
    </div>
  );
}

interface EmptyProps {
  art?: ReactNode;
  /** In place of a drawing: the sign that the place has in the navigation. */
  icon?: ComponentType;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  keys?: ReactNode;
}

/** What this place is for, what to do first, and the keys for it. */
export function EmptyState({ art, icon: Icon, title, children, actions, keys }: EmptyProps) {
  return (
    <div className={styles["empty"]} data-state="empty">
      {art && <div className={styles["art"]}>{art}</div>}
      {Icon && (
        <span className={styles["tile"]}>
          <Icon />
        </span>
      )}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {actions && <div className={styles["actions"]}>{actions}</div>}
      {keys && <div className={styles["keys"]}>{keys}</div>}
    </div>
  );
}

interface FailedProps {
  title: string;
  message?: string | undefined;
  /** What the server says of the failure, for whoever looks into it. */
  told?: { said?: Word | undefined; requestId?: Word | undefined } | undefined;
  /** Of what was thrown: its name, and no more. */
  errorName?: string | undefined;
  onRetry?: () => void;
  /** What trying again is called here. */
  retry?: string;
}

/** Stands where the content would be; the rest of the page keeps working. */
export function Failed({ title, message, told, errorName, onRetry, retry }: FailedProps) {
  const say = useSay();
  const { said, requestId } = told ?? {};
  return (
    <div className={styles["empty"]} data-state="failed" role="alert">
      <h2>{title}</h2>
      {message && <p>{message}</p>}
      {onRetry && (
        <div className={styles["actions"]}>
          <Button onPress={onRetry}>{retry ?? say("state.retry", "Try again")}</Button>
        </div>
      )}
      {(said ?? requestId ?? errorName) && (
        <details className={styles["details"]}>
          <summary className="link">{say("state.details", "Details")}</summary>
          {errorName && (
            <p className="hint">
              {say("state.error", "Error")} <bdi className="mono">{errorName}</bdi>
            </p>
          )}
          {said && (
            <p className="hint">
              <ServerSays said={said} />
            </p>
          )}
          {requestId && (
            <p className="hint">
              {say("state.request", "Request ID")} <ServerWord mono>{requestId}</ServerWord>
            </p>
          )}
        </details>
      )}
    </div>
  );
}

/** Above what is shown already: asking again failed, and nothing of it goes away for that. */
export function NotRefreshed({ onRetry }: { onRetry: () => void }) {
  const say = useSay();
  const reach = useReach();
  // The bar on top says it for the whole page.
  if (reach !== "fine") return null;
  return (
    <p className={styles["late"]} role="status">
      {say("state.late", "This could not be refreshed.")}{" "}
      <Button look="quiet" size="small" onPress={onRetry}>
        {say("state.retry", "Try again")}
      </Button>
    </p>
  );
}
