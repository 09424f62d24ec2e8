/** What stands in front of a page until the keys can open it. */
import { useState, type ReactNode } from "react";
import { useLocation } from "react-router";

import { Boundary } from "../components/Boundary";
import { part } from "../components/part";
import { PopUp } from "../components/PopUp";
import type { RecoveryFile } from "../keyring/contract";
import { useKeyState } from "../keyring/react";
import { Starting } from "./Starting";
import styles from "./InFront.module.css";
import { gate, needsNoKey, standsAlone, type Gate } from "./landing";

const Gates = part(() => import("../features/unlock/Gates"));
const RecoveryKeyDialog = part(async () => ({ default: (await import("../session/unlocking/RecoveryKeyDialog")).RecoveryKeyDialog }));

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
      {standing === "starting" && (
        <div className={styles["veil"]}>
          <Starting />
        </div>
      )}
      {standing !== "starting" && (standsAlone(standing) || covers(standing, pathname)) && (
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
 * decrypted into it goes. Before the account was checked the page asks for what it needs, and is not seen.
 */
function Behind({ standing, path, children }: { standing: Gate; path: string; children: ReactNode }) {
  if (standsAlone(standing)) return null;
  const covered = covers(standing, path);
  const isUnseen = standing === "starting";
  return (
    <div key={covered && !KEEPS.includes(standing) ? standing : "kept"} className={styles[covered && !isUnseen ? "behind" : "through"]} style={isUnseen ? UNSEEN : undefined} inert={covered}>
      {children}
    </div>
  );
}

const KEEPS: readonly Gate[] = ["waiting", "starting"];

const UNSEEN = { visibility: "hidden" } as const;

/** Nothing of an account is drawn before it was checked, its facts neither. */
const covers = (standing: Gate, path: string): boolean =>
  standing === "starting" || standing !== "none" && !needsNoKey(path);
