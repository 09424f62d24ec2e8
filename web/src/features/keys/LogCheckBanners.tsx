/** What is doubtful about the key record: a state that is too old, clocks that disagree, own writes that nobody else is shown. */
import { Banner } from "../../components/Layout";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { useSay } from "../../i18n/say";
import type { LogCheck } from "../../keyring/contract";
import { useDates } from "../../session/useSession";

export function LogCheckBanners({ log: { freshness, headAt, missing } }: { log: LogCheck }) {
  const say = useSay();
  const now = useNow();
  const { language } = useDates();
  return (
    <>
      {freshness === "late" && headAt !== null && (
        <Banner tone="warn" title={say("keys.late", "The key record is not up to date.")}>
          {say("keys.lateWhat", "The newest state that the server has shown was made {when}. What happened since is not known here.", {
            when: relativeMoment(new Date(headAt).toISOString(), now, language),
          })}
        </Banner>
      )}
      {freshness === "ahead" && (
        <Banner tone="warn" title={say("keys.ahead", "The clock of the server and that of this device disagree.")}>
          {say("keys.aheadWhat", "The newest state of the key record comes from the future, so nobody can tell how old it is. Check the clock of this device.")}
        </Banner>
      )}
      {missing.length > 0 && (
        <Banner
          tone="bad"
          title={say(
            "keys.missing",
            "{count, plural, one {A change that you made here is not in the record.} other {# changes that you made here are not in the record.}}",
            { count: missing.length },
          )}
        >
          {say("keys.missingWhat", "They were accepted more than a minute ago. If this stays, the server does not show them to others.")}
        </Banner>
      )}
    </>
  );
}
