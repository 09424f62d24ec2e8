/** An invitation that waits: by whom, for what and until when by its statement, and the address that the server keeps. */
import { Ellipsis } from "lucide-react";
import { useId } from "react";

import { useListInvitationsQuery, type Invitation } from "../../api/accounts";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { Line } from "../../components/Layout";
import { Avatar, RoleKey } from "../../components/Marks";
import { Menu, MenuItem } from "../../components/Menu";
import { ServerWord } from "../../components/ServerWord";
import { tell, tellFailure } from "../../components/notices";
import { dayAt, formatDay } from "../../dates/days";
import { useSay } from "../../i18n/say";
import type { SignedInvitation } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { usePeople, useRoleNames } from "../../lists/people/people";
import { useDates, useMay } from "../../session/useSession";
import styles from "./Members.module.css";

interface InvitationLineProps {
  invitation: Invitation;
  /** A role without keys needs no statement. */
  signed: SignedInvitation | undefined;
  canAct: boolean;
}

export function InvitationLine({ invitation: { id, word, pairing }, signed, canAct }: InvitationLineProps) {
  const say = useSay();
  const may = useMay();
  const keyring = useKeyring();
  const address = useId();
  const { refetch } = useListInvitationsQuery({});

  async function copy() {
    try {
      await navigator.clipboard.writeText(await keyring.invitationLink(id));
      tell({ title: say("members.linkCopied", "Link copied") });
    } catch (reason) {
      tellFailure(say("members.noLink", "This link cannot be shown here"), failureOf(reason));
    }
  }

  async function cancel() {
    try {
      await keyring.cancelInvitation(id);
      tell({ title: say("members.cancelled", "Invitation cancelled") });
      await refetch();
    } catch (reason) {
      tellFailure(say("members.notCancelled", "The invitation was not cancelled"), failureOf(reason));
    }
  }

  return (
    <Line className={styles["invitation"]}>
      <Avatar id={id} name="?" large />
      <span className={styles["called"]}>
        <b id={address} className={styles["address"]}>
          <ServerWord>
            {word.email}
          </ServerWord>
        </b>
        {signed ? <Signed {...signed} /> : word.expiresAt && <ServerWord><Until at={word.expiresAt} /></ServerWord>}
      </span>
      <Role signed={signed} told={word.roleId} />
      {canAct && (
        <Menu
          label={say("documents.menu", "More actions")}
          trigger={
            <Button look="quiet" size="small" icon aria-label={say("members.menu", "Actions for this invitation")} aria-describedby={address}>
              <Ellipsis />
            </Button>
          }
        >
          {Boolean(pairing) && <MenuItem label={say("members.copyLink", "Copy secure link")} onAction={() => void copy()} />}
          {may("invitation.cancel") && (
            <MenuItem destroys writes label={say("members.cancel", "Cancel invitation")} onAction={() => void cancel()} />
          )}
        </Menu>
      )}
    </Line>
  );
}

function Until({ at }: { at: string }) {
  const say = useSay();
  const dates = useDates();
  return say("members.until", "Valid until {day}", { day: formatDay(dayAt(new Date(at), dates.zone), dates) });
}

function Signed({ invitedBy, createdAt, expiresAt }: SignedInvitation) {
  const say = useSay();
  const dates = useDates();
  const people = usePeople();
  return (
    <span className="hint">
      {say("members.invitedBy", "Invited by {person} on {day}", {
        person: people.of(invitedBy).name,
        day: formatDay(dayAt(new Date(createdAt), dates.zone), dates),
      })}
      {" · "}
      <Until at={expiresAt} />
    </span>
  );
}

function Role({ signed, told }: { signed: SignedInvitation | undefined; told: string | null | undefined }) {
  const roleNames = useRoleNames();
  if (signed) return <RoleKey>{roleNames.get(signed.roleId)}</RoleKey>;
  return <ServerWord>{roleNames.get(told ?? "")}</ServerWord>;
}
