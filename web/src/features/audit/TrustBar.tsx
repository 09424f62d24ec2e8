/** What this device checked itself: the key record. The entries below it are what the server wrote down. */
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { sayThrown } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import { useKeyState } from "../../keyring/react";
import { useKeyOverview } from "../../keyring/useKeyOverview";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";

export function TrustBar() {
  const say = useSay();
  const state = useKeyState();
  const { language } = useDates();
  const now = useNow();
  const { overview, failure, reload } = useKeyOverview();

  const entries = (
    <span className={styles["wide"]}>
      {say("audit.trust.entries", "The entries below are as the server recorded them. Each has its own hash in the account's log.")}
    </span>
  );
  if (state.name === "keyless" || state.name === "new" || state.name === "unset")
    return <Banner tone="info">{entries}</Banner>;
  if (failure)
    return (
      <Banner
        tone="warn"
        title={say("audit.trust.failed", "The key record could not be checked.")}
        actions={<Again onPress={reload} />}
      >
        {sayThrown(say, failure.message)}
      </Banner>
    );
  if (!overview) return null;

  const checked = new Date(overview.checkedAt);
  const when = relativeMoment(checked.toISOString(), now < checked ? checked : now, language);
  return (
    <Banner tone="trust" actions={<Again onPress={reload} />}>
      <b>
        {say(
          "audit.trust.checked",
          "Key record checked on this device {when}: {count, plural, one {# entry} other {# entries}}, none changed.",
          { when, count: overview.history.length },
        )}
      </b>{" "}
      {entries}
    </Banner>
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
