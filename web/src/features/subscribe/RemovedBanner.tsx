/** A person who was removed from their account or left it, and is in no other: who did that, when, and what to do now. */
import { useListOwnEntriesQuery } from "../../api/security";
import { Banner } from "../../components/Layout";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates, useSessionInfo } from "../../session/useSession";
import { read, type Word } from "../../i18n/word";
import { ServerWord } from "../../components/ServerWord";

/** Every browser reads it in the person's own log, also one that signs in long after. */
function useRemoval() {
  const me = useSessionInfo()?.user.id;
  const { data } = useListOwnEntriesQuery();
  const ended = data?.find(({ action }) => action === "member.removed");
  return ended ? { itself: ended.actor.id === me, by: ended.actor.name, account: ended.accountName, at: ended.at } : null;
}

/** `from`: the account that this page was in until a moment ago; the log may not have heard yet. */
export default function RemovedBanner({ from }: { from: Word | null }) {
  const say = useSay();
  const dates = useDates();
  const removal = useRemoval();
  const named = removal?.account ?? from;
  if (named === null) return null;
  if (removal?.itself)
    return (
      <Banner tone="info" title={<ServerWord>{say("removed.left", "You left {account} on {when}.", { account: read(named), when: formatMoment(removal.at, dates) })}</ServerWord>}>
        {say("removed.leftHow", "To come back, ask for a new invitation. You can also create your own account.")}
      </Banner>
    );
  return (
    <Banner
      tone="warn"
      urgent
      title={
        <ServerWord>
          {removal?.by
          ? say("removed.by", "{by} removed you from {account} on {when}.", { by: read(removal.by), account: read(named), when: formatMoment(removal.at, dates) })
          : say("removed.title", "You no longer belong to {account}.", { account: read(named) })}
        </ServerWord>
      }
    >
      {say("removed.how", "You can no longer open anything in it. What you wrote there is kept there. If this is a mistake, ask for a new invitation. You can also create your own account.")}
    </Banner>
  );
}
