/** An invitation that waits: whom it is for, until when, its link again, and its end. */
import { Ellipsis } from "lucide-react";

import { useListInvitationsQuery, type Invitation } from "../../api/accounts";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { Line } from "../../components/Layout";
import { Avatar, RoleKey } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { tell, tellFailure } from "../../components/notices";
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { useDates, useMay } from "../../session/useSession";
import styles from "./Members.module.css";

export function InvitationLine({ invitation, canAct }: { invitation: Invitation; canAct: boolean }) {
  const say = useSay();
  const may = useMay();
  const dates = useDates();
  const keyring = useKeyring();
  const { refetch } = useListInvitationsQuery({});

  async function copy() {
    try {
      await navigator.clipboard.writeText(await keyring.invitationLink(invitation.id));
      tell({ title: say("members.linkCopied", "Link copied") });
    } catch (reason) {
      tellFailure(say("members.noLink", "This link cannot be shown here"), failureOf(reason).message);
    }
  }

  async function cancel() {
    try {
      await keyring.cancelInvitation(invitation.id);
      tell({ title: say("members.cancelled", "Invitation cancelled") });
      await refetch();
    } catch (reason) {
      tellFailure(say("members.notCancelled", "The invitation was not cancelled"), failureOf(reason).message);
    }
  }

  const until = formatDay(dayAt(new Date(invitation.expiresAt), dates.zone), dates);
  return (
    <Line className={styles["member"]}>
      <Avatar id={invitation.id} name={invitation.email} large />
      <span className={styles["who"]}>
        <b className="clip">
          <bdi>{invitation.email}</bdi>
        </b>
        <span className="hint">{say("members.until", "Valid until {day}", { day: until })}</span>
      </span>
      <span className={styles["roles"]}>
        <RoleKey>{invitation.roleName}</RoleKey>
      </span>
      <span className={styles["devices"]} />
      <span />
      {canAct && (
        <Menu
          label={say("documents.menu", "More actions")}
          trigger={
            <Button look="quiet" size="small" icon aria-label={say("members.menu", "Invitation of {email}", { email: invitation.email })}>
              <Ellipsis />
            </Button>
          }
        >
          {Boolean(invitation.pairing) && (
            <MenuItem label={say("members.copyLink", "Copy secure link")} onAction={() => void copy()} />
          )}
          {may("invitation.cancel") && (
            <MenuItem destroys writes label={say("members.cancel", "Cancel invitation")} onAction={() => void cancel()} />
          )}
        </Menu>
      )}
    </Line>
  );
}
