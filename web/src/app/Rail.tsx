/** The rail: which account, where to go, and whether this device is unlocked. */
import { Search } from "lucide-react";

import { Aside } from "../components/Border";
import { Count, Kbd } from "../components/Marks";
import { part } from "../components/part";
import { useSay } from "../i18n/say";
import { useKeyState } from "../keyring/react";
import { useMay } from "../session/useSession";
import { AccountMenu } from "./AccountMenu";
import { AccountState } from "./AccountState";
import { AlarmCount } from "./AlarmCount";
import { LockBar } from "./LockBar";
import { places, type Place } from "./navigation";
import { PlaceLink } from "./PlaceLink";
import { Tally } from "./rail/Tally";
import { usePlaceCounts } from "./rail/usePlaceCounts";
import styles from "./Shell.module.css";
import { useWaitingGrants } from "./useWaitingGrants";

const SavedFilters = part(() => import("./rail/SavedFilters"));

/** However many places there are, what state this is in and the way to lock it stay in sight. */
const FOOT = { position: "sticky", bottom: -10, margin: "auto 0 -10px", paddingBottom: 10, background: "var(--rail)" } as const;

export function Rail({ onFind }: { onFind: () => void }) {
  const say = useSay();
  const may = useMay();
  const waiting = useWaitingGrants();
  const opens = useKeyState().name === "ready";
  const { counts, counting } = usePlaceCounts();
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
        <RailLink key={place.path} place={place} count={counts[place.path]} />
      ))}
      {counting}
      {opens && may("savedFilter.read") && (
        <Aside>
          <SavedFilters />
        </Aside>
      )}
      <p className={styles["caption"]}>{say("nav.administration", "Administration")}</p>
      {shown.filter(({ administration }) => administration).map((place) => (
        <RailLink key={place.path} place={place} waiting={place.path === "/keys" ? waiting : 0} />
      ))}
      <div style={FOOT}>
        <AccountState />
        <AlarmCount />
        <LockBar />
      </div>
    </nav>
  );
}

interface RailLinkProps {
  place: Place;
  /** How many there are of what it holds; nothing while that is not known. */
  count?: number | null | undefined;
  waiting?: number;
}

function RailLink({ place: { path, label, icon: Icon }, count, waiting = 0 }: RailLinkProps) {
  const say = useSay();
  return (
    <PlaceLink to={path} className={styles["link"]} title={label}>
      <Icon />
      <span className={styles["word"]}>{label}</span>
      {count ? (
        <Tally count={count}>{path === "/tasks" && <span className="unseen"> {say("nav.open", "open")}</span>}</Tally>
      ) : null}
      {waiting > 0 && (
        <Count alarming>
          <span className="unseen">{say("nav.waiting", "Waiting:")} </span>
          {waiting}
        </Count>
      )}
    </PlaceLink>
  );
}
