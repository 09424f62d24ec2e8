/** A person who belonged to an account until a moment ago, and does not any more: who did that, when, and what to do now. */
import { useListOwnEntriesQuery } from "../../api/security";
import { Banner } from "../../components/Layout";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates, useSessionInfo } from "../../session/useSession";

/** Removing someone ends their sessions in that account, and their own log says by whom. */
function useRemoval(): { by: string; at: string } | null {
  const me = useSessionInfo()?.user.id;
  const { data } = useListOwnEntriesQuery();
  const ended = data?.find(({ action, reason, actor }) => action === "session.ended" && reason === "revoked" && actor.id !== me);
  return ended?.actor.name ? { by: ended.actor.name, at: ended.at } : null;
}

export default function RemovedBanner({ account }: { account: string }) {
  const say = useSay();
  const dates = useDates();
  const removal = useRemoval();
  return (
    <Banner
      tone="warn"
      urgent
      title={
        removal
          ? say("removed.by", "{by} removed you from {account} on {when}.", { by: removal.by, account, when: formatMoment(removal.at, dates) })
          : say("removed.title", "You no longer belong to {account}.", { account })
      }
    >
      {say("removed.how", "You can no longer open anything in it. What you wrote there is kept there. If this is a mistake, ask for a new invitation. You can also create your own account.")}
    </Banner>
  );
}
