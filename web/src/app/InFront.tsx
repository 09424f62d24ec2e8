/** What stands in front of a page until the keys can open it. */
import { type ReactNode } from "react";
import { useLocation } from "react-router";

import { Boundary } from "../components/Boundary";
import { part } from "../components/part";
import { useKeyState } from "../keyring/react";
import styles from "./InFront.module.css";
import { gate, type Gate } from "./landing";

const Gates = part(() => import("../features/unlock/Gates"));

/** Pages that need no key stay usable. */
const FACTS_ALONE = ["/settings", "/audit", "/members", "/security"];

export function InFront({ children }: { children: ReactNode }) {
  const keys = useKeyState();
  const { pathname } = useLocation();
  const standing = gate(keys);

  if (standing === "alarm" || standing === "setUpHere")
    return (
      <Boundary>
        <Gates keys={keys} />
      </Boundary>
    );
  if (!covers(standing, pathname)) return children;
  return (
    <>
      {/* The page behind is seen and cannot be used. */}
      <div className={styles["behind"]} inert>
        {children}
      </div>
      <div className={styles["veil"]}>
        <Boundary>
          <Gates keys={keys} />
        </Boundary>
      </div>
    </>
  );
}

const covers = (standing: Gate, path: string): boolean =>
  standing !== "none" && !FACTS_ALONE.some((free) => path.startsWith(free));
