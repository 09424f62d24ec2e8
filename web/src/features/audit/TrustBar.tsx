/** What this device checked itself: the key record, and the entries below it against the sealed log. */
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { dayAt, formatDay } from "../../dates/days";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { sayThrown } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import { useKeyState } from "../../keyring/react";
import { useKeyOverview } from "../../keyring/useKeyOverview";
import type { Standing } from "../../keyring/sealedLog/check";
import type { EntryProofs } from "../../keyring/sealedLog/useEntryProofs";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import { countChecked, faultWords } from "./standing";

export function TrustBar({ proofs }: { proofs: EntryProofs }) {
  const say = useSay();
  const state = useKeyState();
  const { overview, failure, reload } = useKeyOverview();
  const again = () => {
    reload();
    proofs.again();
  };
  const count = (...standings: readonly Standing[]) => [...proofs.entries.values()].filter(({ standing }) => standings.includes(standing)).length;
  const wrong = count("differs", "withheld");
  const overdue = count("overdue");
  if (proofs.fault)
    return (
      <Banner tone="bad" urgent title={say("audit.trust.broken", "This is not the history that this browser has seen.")} actions={<Again onPress={again} />}>
        {faultWords(say, proofs.fault)}
      </Banner>
    );
  if (wrong > 0)
    return (
      <Banner
        tone="bad"
        urgent
        title={say("audit.trust.differs", "{count, plural, one {# entry is} other {# entries are}} not what is in the signed log.", { count: wrong })}
        actions={<Again onPress={again} />}
      >
        {say("audit.trust.differsWhat", "They are marked below.")}
      </Banner>
    );
  if (overdue > 0)
    return (
      <Banner
        tone="warn"
        title={say("audit.trust.overdue", "{count, plural, one {# entry is} other {# entries are}} older than ten minutes and not signed yet.", { count: overdue })}
        actions={<Again onPress={again} />}
      >
        {say("audit.trust.overdueWhat", "Entries are signed within a second. Until they are, the server could change them.")}
      </Banner>
    );
  if (failure)
    return (
      <Banner tone="warn" title={say("audit.trust.failed", "The key record could not be checked.")} actions={<Again onPress={again} />}>
        {sayThrown(say, failure.message)}
      </Banner>
    );
  const hasRecord = state.name !== "keyless" && state.name !== "new" && state.name !== "unset";
  if (hasRecord && !overview) return null;
  return (
    <Banner tone={proofs.checked ? "trust" : "info"} actions={<Again onPress={again} />}>
      <SealedWords proofs={proofs} />
      {hasRecord && overview && <KeyRecordWords checkedAt={overview.checkedAt} count={overview.history.length} />}
    </Banner>
  );
}

function SealedWords({ proofs: { checked, entries, failure } }: { proofs: EntryProofs }) {
  const say = useSay();
  const dates = useDates();
  if (!checked)
    return failure ? (
      <>{say("audit.trust.notChecked", "The entries below are as the server recorded them. They could not be checked.")}</>
    ) : (
      <>{say("audit.trust.checking", "The entries below are being checked against the signed log.")}</>
    );
  const day = formatDay(dayAt(new Date(checked.pin.since), dates.zone), dates);
  return (
    <>
      <b>{say("audit.trust.sealed", "Unbroken history, {count, plural, one {# event} other {# events}}.", { count: checked.pin.size })}</b>{" "}
      {say("audit.trust.entriesChecked", "Checked on this device: {checked} of {count} entries.", { checked: countChecked(entries), count: entries.size })}{" "}
      <span className={styles["wide"]}>{say("audit.trust.since", "This browser has seen the log only grow since {day}.", { day })}</span>
    </>
  );
}

function KeyRecordWords({ checkedAt, count }: { checkedAt: number; count: number }) {
  const say = useSay();
  const { language } = useDates();
  const now = useNow();
  const checked = new Date(checkedAt);
  const when = relativeMoment(checked.toISOString(), now < checked ? checked : now, language);
  return (
    <span className={styles["wide"]}>
      {" "}
      {say("audit.trust.checked", "Key record checked {when}: {count, plural, one {# entry} other {# entries}}, none changed.", { when, count })}
    </span>
  );
}

function Again({ onPress }: { onPress: () => void }) {
  const say = useSay();
  return (
    <Button size="small" onPress={onPress}>
      {say("audit.trust.again", "Check again")}
    </Button>
  );
}
