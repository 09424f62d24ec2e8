/** The rail: which account, where to go, and whether this device is unlocked. */
import { Search } from "lucide-react";

import { Count, Kbd } from "../components/Marks";
import { useSay } from "../i18n/say";
import { useMay } from "../session/useSession";
import { AccountMenu } from "./AccountMenu";
import { AccountState } from "./AccountState";
import { AlarmCount } from "./AlarmCount";
import { LockBar } from "./LockBar";
import { places, type Place } from "./navigation";
import { PlaceLink } from "./PlaceLink";
import styles from "./Shell.module.css";
import { useWaitingGrants } from "./useWaitingGrants";

export function Rail({ onFind }: { onFind: () => void }) {
  const say = useSay();
  const may = useMay();
  const waiting = useWaitingGrants();
  const shown = places(say).filter(({ permission }) => !permission || may(permission));

  return (
    <nav className={styles["rail"]} aria-label={say("nav.label", "Main")}>
      <AccountMenu />
      <button type="button" className={styles["find"]} onClick={onFind} aria-keyshortcuts="Control+K">
        <Search />
        <span className={styles["word"]}>{say("nav.find", "Search or jump to")}</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      {shown.filter(({ administration }) => !administration).map((place) => (
        <RailLink key={place.path} place={place} />
      ))}
      <p className={styles["caption"]}>{say("nav.administration", "Administration")}</p>
      {shown.filter(({ administration }) => administration).map((place) => (
        <RailLink key={place.path} place={place} waiting={place.path === "/keys" ? waiting : 0} />
      ))}
      <AccountState />
      <AlarmCount />
      <LockBar />
    </nav>
  );
}

function RailLink({ place: { path, label, icon: Icon }, waiting = 0 }: { place: Place; waiting?: number }) {
  const say = useSay();
  return (
    <PlaceLink to={path} className={styles["link"]} title={label}>
      <Icon />
      <span className={styles["word"]}>{label}</span>
      {waiting > 0 && (
        <Count alarming>
          <span className="unseen">{say("nav.waiting", "Waiting:")} </span>
          {waiting}
        </Count>
      )}
    </PlaceLink>
  );
}
