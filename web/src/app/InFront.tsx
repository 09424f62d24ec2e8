/** What stands in front of a page until the keys can open it. */
import { useState, type ReactNode } from "react";
import { useLocation } from "react-router";

import { Boundary } from "../components/Boundary";
import { part } from "../components/part";
import { PopUp } from "../components/PopUp";
import type { RecoveryFile } from "../keyring/contract";
import { useKeyState } from "../keyring/react";
import styles from "./InFront.module.css";
import { gate, standsAlone, type Gate } from "./landing";

const Gates = part(() => import("../features/unlock/Gates"));
const RecoveryKeyDialog = part(async () => ({ default: (await import("../unlocking/RecoveryKeyDialog")).RecoveryKeyDialog }));

/** Pages that need no key stay usable. */
const FACTS_ALONE = ["/settings", "/audit", "/members", "/security", "/platform"];

export function InFront({ children }: { children: ReactNode }) {
  const keys = useKeyState();
  const { pathname } = useLocation();
  const [file, setFile] = useState<RecoveryFile>();
  const standing = gate(keys);
  const closeFile = () => setFile(undefined);

  return (
    <>
      <Behind standing={standing} path={pathname}>
        {children}
      </Behind>
      {(standsAlone(standing) || covers(standing, pathname)) && (
        <div className={styles[standsAlone(standing) ? "alone" : "veil"]}>
          <Boundary>
            <Gates keys={keys} onSaved={setFile} />
          </Boundary>
        </div>
      )}
      {file && (
        <PopUp onClose={closeFile}>
          <RecoveryKeyDialog file={file} onDone={closeFile} />
        </PopUp>
      )}
    </>
  );
}

/**
 * The page behind is seen and cannot be used; behind what stands alone there is none.
 *
 * While a browser waits for its keys, as after a reload, what somebody typed stays. A lock begins the page anew: what was
 * decrypted into it goes.
 */
function Behind({ standing, path, children }: { standing: Gate; path: string; children: ReactNode }) {
  if (standsAlone(standing)) return null;
  const covered = covers(standing, path);
  return (
    <div key={covered && standing !== "waiting" ? standing : "kept"} className={styles[covered ? "behind" : "through"]} inert={covered}>
      {children}
    </div>
  );
}

const covers = (standing: Gate, path: string): boolean =>
  standing !== "none" && !FACTS_ALONE.some((free) => path.startsWith(free));
