/** What is doubtful about the key record: an outdated version, differing clocks, own writes that are missing. */
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
        <Banner tone="warn" title={say("keys.late", "The key record is out of date.")}>
          {say("keys.lateWhat", "The server's newest version is from {when}. Later changes are not known here.", {
            when: relativeMoment(new Date(headAt).toISOString(), now, language),
          })}
        </Banner>
      )}
      {freshness === "ahead" && (
        <Banner tone="warn" title={say("keys.ahead", "The clocks of the server and this device differ.")}>
          {say("keys.aheadWhat", "The key record is dated in the future. Check this device's clock.")}
        </Banner>
      )}
      {missing.length > 0 && (
        <Banner
          tone="bad"
          title={say(
            "keys.missing",
            "{count, plural, one {# change you made here is missing from the record.} other {# changes you made here are missing from the record.}}",
            { count: missing.length },
          )}
        >
          {say("keys.missingWhat", "The server accepted them more than a minute ago. If this does not go away, other people cannot see them.")}
        </Banner>
      )}
    </>
  );
}
