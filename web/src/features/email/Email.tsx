/** `/email`: what was sent and what became of it, and whether mail can leave. */
import { Mail, Plus } from "lucide-react";
import { useMemo } from "react";
import { useNavigate } from "react-router";

import { useListSentEmailsInfiniteQuery } from "../../api/emails";
import { isForbidden } from "../../api/failure";
import { held } from "../../api/held";
import { useOffer } from "../../components/commands/commands";
import { Button, ButtonLink } from "../../components/Button";
import { Card } from "../../components/Layout";
import { Kbd } from "../../components/Marks";
import { Columns, Page } from "../../components/Page";
import { EmptyState, Failed, NotRefreshed, Skeleton } from "../../components/States";
import { useSay } from "../../i18n/say";
import { useMay } from "../../session/useSession";
import { Forbidden } from "./Forbidden";
import { grouped, waitingIn } from "./grouped";
import { SentGroup, SentHead } from "./SentLines";
import { SetUpCard } from "./SetUpCard";
import { TodayCard } from "./TodayCard";

/** While something is on its way; nobody pushes this to the page. */
const POLL_MS = 4000;

export default function Email() {
  const say = useSay();
  const may = useMay();
  const navigate = useNavigate();
  const maySend = may("email.send");
  useOffer(
    maySend ? [{ id: "new email", label: say("email.new", "New email"), icon: Mail, keys: "C", group: "new", run: () => void navigate("/email/new") }] : [],
  );
  if (!maySend) return <Forbidden />;
  return (
    <Page
      fromServer
      title={say("nav.email", "Email")}
      padded
      actions={
        <ButtonLink look="primary" href="/email/new">
          <Plus />
          {say("email.new", "New email")}
        </ButtonLink>
      }
    >
      <Columns
        main={<Sent />}
        side={
          <>
            <TodayCard />
            {may("email.configure") && <SetUpCard />}
          </>
        }
      />
    </Page>
  );
}

function Sent() {
  const say = useSay();
  const first = useListSentEmailsInfiniteQuery();
  const emails = useMemo(() => first.data?.pages.flatMap((page) => page.data), [first.data]);
  // The same answer, asked again and again for as long as something in it is on its way.
  const isUnderWay = emails !== undefined && waitingIn(emails) > 0;
  const asked = useListSentEmailsInfiniteQuery(undefined, { pollingInterval: isUnderWay ? POLL_MS : 0, skipPollingIfUnfocused: true });
  const { failure, late, again } = held(asked);
  const groups = useMemo(() => emails && grouped(emails), [emails]);

  if (failure) {
    if (isForbidden(failure)) return <Forbidden inside />;
    return <Failed title={say("email.failedList", "The emails did not load")} message={failure.message} told={failure} onRetry={again} />;
  }
  if (!groups) return <Skeleton lines={8} height={40} />;
  if (groups.length === 0)
    return (
      <EmptyState
        icon={Mail}
        title={say("email.first", "Write the first email")}
        actions={
          <ButtonLink look="primary" href="/email/new">
            <Plus />
            {say("email.new", "New email")}
          </ButtonLink>
        }
        keys={
          <>
            <Kbd>C</Kbd> {say("email.new", "New email")}
          </>
        }
      >
        {say("email.firstHow", "Write to contacts, vendors, profiles and members. Here you see what was sent and whether it arrived.")}
      </EmptyState>
    );
  return (
    <>
      {late && <NotRefreshed onRetry={again} />}
      <Card title={say("email.sentList", "Sent")}>
        <div role="table" aria-label={say("email.sentList", "Sent")}>
          <SentHead />
          {groups.map((group, at) => (
            // Of the last batch there may be more on the next page.
            <SentGroup key={group.id} group={group} isCut={asked.hasNextPage && at === groups.length - 1} />
          ))}
        </div>
      </Card>
      {asked.hasNextPage && (
        <Button isPending={asked.isFetchingNextPage} onPress={() => void asked.fetchNextPage()}>
          {say("security.earlier", "Show earlier")}
        </Button>
      )}
    </>
  );
}
