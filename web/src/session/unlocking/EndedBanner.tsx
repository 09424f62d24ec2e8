/** Shown on a removed browser: who removed it, where, when, and what to do now. */
import { ButtonLink } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { ServerWord } from "../../components/ServerWord";
import { formatMoment } from "../../dates/moments";
import { useSay, type Say } from "../../i18n/say";
import type { DeviceEnd } from "../../keyring/contract";
import { useDates } from "../useSession";

export default function EndedBanner({ ended }: { ended: DeviceEnd }) {
  const say = useSay();
  const dates = useDates();
  const when = formatMoment(ended.at, dates);
  if (ended.how === "refused")
    return (
      <Banner tone="warn" urgent title={say("waiting.refused", "This device was refused")}>
        {say("ended.refusedHow", "{by} did that on {when}, because the safety code or its answer did not fit. Talk to {by} before you try again.", {
          by: byOf(say, ended),
          when,
        })}
      </Banner>
    );
  if (ended.how === "code")
    return (
      <Banner tone="bad" urgent title={say("ended.code", "This browser's key is no longer used")}>
        {say(
          "ended.codeHow",
          "Three times, the digits were not those of this device. Someone may be intercepting this connection. Tell the person who read them to you, then start again.",
        )}
      </Banner>
    );
  return (
    <Banner
      tone="warn"
      urgent
      title={whatHappened(say, ended, when)}
      actions={
        ended.mine && (
          <ButtonLink size="small" href="/security">
            {say("ended.notMe", "That was not me")}
          </ButtonLink>
        )
      }
    >
      {ended.device && ended.mine && (
        <p>
          {say("keys.device", "Device")}: <ServerWord>{ended.device}</ServerWord>
        </p>
      )}
      {ended.mine
        ? say("ended.mineHow", "This browser forgot its key and opens nothing. To read here again, approve it on a device that can read, or use your newest recovery key.")
        : say("ended.othersHow", "This browser forgot its key and opens nothing. Ask {by} why, and to approve it again.", { by: byOf(say, ended) })}
    </Banner>
  );
}

const byOf = (say: Say, { by }: DeviceEnd): string => by || say("audit.somebody", "Someone");

function whatHappened(say: Say, { how, mine, by }: DeviceEnd, when: string): string {
  if (how === "recovered") return say("ended.recovered", "You used your recovery key on {when}, on another device. It took the place of this browser.", { when });
  if (mine) return say("ended.mine", "You removed this browser on {when}, on another device.", { when });
  return say("ended.others", "{by} removed this browser on {when}.", { by: by || say("audit.somebody", "Someone"), when });
}
