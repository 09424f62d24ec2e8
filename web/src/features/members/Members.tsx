/** `/members`: who belongs here, what they may do, and whether they can read yet. */
import { UserPlus } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";

import { useListInvitationsQuery, useListUsersQuery, type Member } from "../../api/accounts";
import { failureOf, isForbidden } from "../../api/failure";
import { useOffer } from "../../commands/commands";
import { Button } from "../../components/Button";
import { Card } from "../../components/Layout";
import { Page } from "../../components/Page";
import { EmptyState, Failed, Skeleton } from "../../components/States";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useKeyState } from "../../keyring/react";
import { useOverview } from "../../keyring/useOverview";
import { useMay } from "../../session/useSession";
import { InvitationLine } from "./InvitationLine";
import { InviteDialog } from "./InviteDialog";
import { MemberLine, type MemberAct } from "./MemberLine";
import { YourPlace } from "./YourPlace";

const ChangeRoleDialog = lazy(() => import("./ChangeRoleDialog"));
const RemoveDialog = lazy(() => import("./RemoveDialog"));
const LeaveDialog = lazy(() => import("./LeaveDialog"));
const HandOverDialog = lazy(() => import("./HandOverDialog"));

export default function Members() {
  const say = useSay();
  const may = useMay();
  const ready = useKeyState().name === "ready";
  const { data, isError, error, refetch } = useListUsersQuery({});
  const members: readonly Member[] | undefined = data?.data;
  const { data: invitations } = useListInvitationsQuery({}, { skip: !may("invitation.list") });
  const overview = useOverview();
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<{ act: MemberAct; member: Member }>();
  const mayInvite = may("invitation.create");
  const pending = useMemo(() => invitations?.data.filter(({ state }) => state === "pending") ?? [], [invitations]);

  useOffer(
    mayInvite && ready
      ? [{ id: "invite", label: say("members.invite", "Invite"), icon: UserPlus, keys: "C", group: "new", run: () => setInviting(true) }]
      : [],
  );

  return (
    <Page
      title={say("nav.members", "Members")}
      count={members ? String(members.length) : undefined}
      padded
      actions={
        mayInvite && (
          <Button look="primary" isDisabled={!ready} onPress={() => setInviting(true)}>
            <UserPlus />
            {say("members.invite", "Invite")}
          </Button>
        )
      }
    >
      {isError ? (
        isForbidden(failureOf(error)) ? (
          <EmptyState title={say("members.forbidden", "Your role cannot see the members.")}>
            {say("audit.forbiddenHow", "An owner can give you another role.")}
          </EmptyState>
        ) : (
          <Failed
            title={say("members.failed", "The members did not load")}
            message={failureOf(error).message}
            requestId={failureOf(error).requestId}
            onRetry={() => void refetch()}
          />
        )
      ) : !members ? (
        <Skeleton lines={6} height={40} />
      ) : (
        <Card title={say("members.people", "People")}>
          {members.map((member) => (
            <MemberLine
              key={member.id}
              member={member}
              overview={overview}
              canAct={ready}
              onAct={(act, about) => setAsked({ act, member: about })}
            />
          ))}
        </Card>
      )}
      {pending.length > 0 && (
        <Card title={say("members.pending", "Invited")} end={<span className="hint num">{pending.length}</span>}>
          {pending.map((invitation) => (
            <InvitationLine key={invitation.id} invitation={invitation} canAct={ready} />
          ))}
        </Card>
      )}
      {ready && members && <YourPlace members={members} onAct={(act, about) => setAsked({ act, member: about })} />}
      <Suspense fallback={null}>
        {asked && members && (
          <Asked {...asked} members={members} overview={overview} onAct={setAsked} onClose={() => setAsked(undefined)} />
        )}
      </Suspense>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}

interface AskedProps {
  act: MemberAct;
  member: Member;
  members: readonly Member[];
  overview: KeyOverview | undefined;
  onAct: (asked: { act: MemberAct; member: Member }) => void;
  onClose: () => void;
}

/** What was asked for a member, as the dialog that carries it out. */
function Asked({ act, member, members, overview, onAct, onClose }: AskedProps) {
  if (!overview) return null;
  const about = { member, overview, onClose };
  switch (act) {
    case "role":
      return <ChangeRoleDialog {...about} />;
    case "remove":
      return <RemoveDialog {...about} />;
    case "leave":
      return <LeaveDialog {...about} members={members} onHandOver={() => onAct({ act: "handOver", member })} />;
    case "handOver":
      return <HandOverDialog {...about} members={members} />;
  }
}
