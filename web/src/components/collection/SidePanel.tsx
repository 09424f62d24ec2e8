/** The panel beside a list: one thing, in full, without leaving the list. */
import { ArrowDown, ArrowUp, X } from "lucide-react";
import type { PointerEvent, ReactNode } from "react";

import { useSay } from "../../i18n/say";
import { prefer, usePreferences } from "../../browser/preferences";
import { Boundary } from "../Boundary";
import { Button } from "../Button";
import styles from "./SidePanel.module.css";

interface SidePanelProps {
  label: string;
  /** Where it stands in the list: "3 of 1,284". */
  place?: string | undefined;
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onClose: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

const NARROWEST = 360;
const WIDEST = 640;

export function SidePanel({ label, place, onPrevious, onNext, onClose, actions, children }: SidePanelProps) {
  const say = useSay();
  const { panelWidth } = usePreferences();
  return (
    <aside className={styles["panel"]} aria-label={label} style={{ inlineSize: panelWidth }}>
      <Handle width={panelWidth} />
      <header className={styles["head"]}>
        {place !== undefined && (
          <>
            <Button
              look="quiet"
              size="small"
              icon
              aria-label={say("panel.previous", "Previous")}
              isDisabled={!onPrevious}
              onPress={() => onPrevious?.()}
            >
              <ArrowUp />
            </Button>
            <Button
              look="quiet"
              size="small"
              icon
              aria-label={say("panel.next", "Next")}
              isDisabled={!onNext}
              onPress={() => onNext?.()}
            >
              <ArrowDown />
            </Button>
            <span className="hint num clip">{place}</span>
          </>
        )}
        <span className={styles["space"]} />
        {actions}
        <Button look="quiet" size="small" icon aria-label={say("panel.close", "Close panel")} onPress={onClose}>
          <X />
        </Button>
      </header>
      <div className={styles["body"]}>
        <Boundary place={label}>{children}</Boundary>
      </div>
    </aside>
  );
}

function Handle({ width }: { width: number }) {
  const say = useSay();
  const towards = () => (document.documentElement.dir === "rtl" ? 1 : -1);
  const set = (next: number) => prefer({ panelWidth: Math.round(Math.min(WIDEST, Math.max(NARROWEST, next))) });

  function drag(start: PointerEvent<HTMLElement>) {
    start.preventDefault();
    const handle = start.currentTarget;
    handle.setPointerCapture(start.pointerId);
    const moving = (event: globalThis.PointerEvent) => set(width + (event.clientX - start.clientX) * towards());
    handle.addEventListener("pointermove", moving);
    handle.addEventListener("pointerup", () => handle.removeEventListener("pointermove", moving), { once: true });
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={say("panel.width", "Panel width")}
      aria-valuenow={width}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      className={styles["handle"]}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const by = { ArrowRight: 16 * towards(), ArrowLeft: -16 * towards() }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        set(width + by);
      }}
    />
  );
}

interface BesideProps {
  list: ReactNode;
  panel: ReactNode;
  /** What is open: a fault of one is none of another. */
  openId: string | null | undefined;
}

/** A list, and the panel beside it when something is open. Neither takes the other along when it fails. */
export function Beside({ list, panel, openId }: BesideProps) {
  return (
    <div className={styles["beside"]}>
      <div className={styles["list"]}>
        <Boundary>{list}</Boundary>
      </div>
      <Boundary place={openId ?? null}>{panel}</Boundary>
    </div>
  );
}
