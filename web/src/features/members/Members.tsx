/** `/members`: who belongs here, what they may do, and whether they can read yet. */
import { UserPlus } from "lucide-react";
import { useMemo, useState } from "react";

import { useListInvitationsQuery, useListUsersQuery } from "../../api/accounts";
import { isForbidden } from "../../api/failure";
import { held } from "../../api/held";
import { useOffer } from "../../components/commands/commands";
import { Button } from "../../components/Button";
import { Card } from "../../components/Layout";
import { Page } from "../../components/Page";
import { PopUp } from "../../components/PopUp";
import { ServerWord } from "../../components/ServerWord";
import { EmptyState, Failed, NotRefreshed, Skeleton } from "../../components/States";
import { useSay } from "../../i18n/say";
import { useKeyState } from "../../keyring/react";
import { useKeyOverview } from "../../keyring/useKeyOverview";
import { usePeople } from "../../lists/people/people";
import { useMay } from "../../session/useSession";
import { Asked } from "./Asked";
import { InvitationLine } from "./InvitationLine";
import { InviteDialog } from "./InviteDialog";
import { listedOf, type Listed } from "./listed";
import { MemberHead, MemberLine, type MemberAct } from "./MemberLine";
import styles from "./Members.module.css";
import { YourPlace } from "./YourPlace";

export default function Members() {
  const say = useSay();
  const may = useMay();
  const ready = useKeyState().name === "ready";
  const { data, failure: failed, late, again } = held(useListUsersQuery({}));
  const { data: invitations } = useListInvitationsQuery({}, { skip: !may("invitation.list") });
  const keyRecord = useKeyOverview();
  const { overview } = keyRecord;
  const people = usePeople();
  const members = data && listedOf(data.data, people, overview);
  const [inviting, setInviting] = useState(false);
  const [asked, setAsked] = useState<{ act: MemberAct; member: Listed }>();
  const mayInvite = may("invitation.create");
  const pending = useMemo(() => invitations?.data.filter(({ word }) => word.state === "pending") ?? [], [invitations]);

  useOffer(
    mayInvite && ready
      ? [{ id: "invite", label: say("members.invite", "Invite"), icon: UserPlus, keys: "C", group: "new", run: () => setInviting(true) }]
      : [],
  );

  return (
    <Page
      title={say("nav.members", "Members")}
      count={members && <ServerWord>{members.length}</ServerWord>}
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
      {late && <NotRefreshed onRetry={again} />}
      {failed ? (
        isForbidden(failed) ? (
          <EmptyState title={say("members.forbidden", "Your role cannot see the members.")}>
            {say("audit.forbiddenHow", "An owner can give you another role.")}
          </EmptyState>
        ) : (
          <Failed
            title={say("members.failed", "The members did not load")}
            message={failed.message}
            told={failed}
            onRetry={again}
          />
        )
      ) : !members ? (
        <Skeleton lines={6} height={40} />
      ) : (
        <Card title={say("members.people", "People")} orderTold={members.length > 1}>
          <div role="table" aria-label={say("members.people", "People")} className={styles["table"]}>
            <MemberHead />
            {members.map((member) => (
              <MemberLine
                key={member.id}
                member={member}
                overview={overview}
                canAct={ready}
                onAct={(act, about) => setAsked({ act, member: about })}
              />
            ))}
          </div>
        </Card>
      )}
      {pending.length > 0 && (
        <Card title={say("members.pending", "Invited")} orderTold={pending.length > 1} end={<ServerWord>{pending.length}</ServerWord>}>
          {pending.map((invitation) => (
            <InvitationLine
              key={invitation.id}
              invitation={invitation}
              signed={overview?.invitations.find(({ id }) => id === invitation.id)}
              canAct={ready}
            />
          ))}
        </Card>
      )}
      {ready && members && <YourPlace members={members} overview={overview} onAct={(act, about) => setAsked({ act, member: about })} />}
      <PopUp onClose={() => setAsked(undefined)}>
        {asked && members && (
          <Asked {...asked} members={members} keyRecord={keyRecord} onAct={setAsked} onClose={() => setAsked(undefined)} />
        )}
      </PopUp>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </Page>
  );
}
