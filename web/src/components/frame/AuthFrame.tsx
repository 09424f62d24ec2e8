/** The frame of the pages before the shell: the form on one side, what Coffer is on the other. */
import type { ReactNode } from "react";

import { Logo } from "../Logo";
import { placeOf, useTabTitle, type Titled } from "../tabTitle";
import { LANGUAGES, speak, type Language } from "../../i18n/languages";
import { useSay } from "../../i18n/say";
import styles from "./AuthFrame.module.css";
import { SealedArt } from "./SealedArt";

interface AuthFrameProps {
  /** The title as it is drawn, where it needs a mark. */
  heading?: ReactNode;
  /** Under the title: where else to go from here. */
  lead?: ReactNode;
  children: ReactNode;
  foot?: ReactNode;
  wide?: boolean;
}

export function AuthFrame(props: AuthFrameProps & Titled) {
  const { title, heading = title, lead, children, foot, wide } = props;
  const say = useSay();
  useTabTitle(placeOf(props));

  return (
    <div className={styles["frame"]} data-wide={wide || undefined}>
      <div className={styles["side"]}>
        <header className={styles["brand"]}>
          <Logo />
          <b>Coffer</b>
        </header>
        <main className={styles["main"]}>
          <div>
            <h1>{heading}</h1>
            {lead && <p className="quiet">{lead}</p>}
          </div>
          {children}
        </main>
        <footer className={styles["foot"]}>
          <LanguageChoice />
          {foot}
        </footer>
      </div>
      {!wide && (
        <aside className={styles["art"]}>
          <SealedArt />
          <p>{say("auth.claim", "Only the people you choose can read it.")}</p>
          <small>
            {say(
              "auth.how",
              "Names, notes and files are encrypted on your device before they are sent. The server stores ciphertext only.",
            )}
          </small>
        </aside>
      )}
    </div>
  );
}

function LanguageChoice() {
  const say = useSay();
  return (
    <label className={styles["language"]}>
      <span className="unseen">{say("auth.language", "Language")}</span>
      {/* The list of the system: it costs nothing on the first page. */}
      <select
        value={document.documentElement.lang}
        onChange={(event) => void speak(event.target.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
