/** Removes a member: what ends, which keys are rolled and by whom, and what cannot be undone. */
import { useState } from "react";

import { useListInvitationsQuery } from "../../api/accounts";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { useSay } from "../../i18n/say";
import { Renamed } from "../../lists/people/Renamed";
import type { KeyOverview } from "../../keyring/contract";
import { useMay } from "../../session/useSession";
import type { Listed } from "./listed";
import { useMemberActs } from "./useMemberActs";
import { usePeople } from "./usePeople";
import { sayMemberRefusal } from "./words";

interface RemoveDialogProps {
  member: Listed;
  overview: KeyOverview;
  onClose: () => void;
}

export default function RemoveDialog({ member, overview, onClose }: RemoveDialogProps) {
  const say = useSay();
  const may = useMay();
  const acts = useMemberActs();
  const { data: invitations } = useListInvitationsQuery({}, { skip: !may("invitation.list") });
  const [due, setDue] = useState<readonly string[]>();

  const { name } = member.person;
  const read = overview.roles.filter(({ holders }) => holders.includes(member.id));
  const mine = read.filter(({ held }) => held).map(({ roleId }) => roleId);
  const open = invitations?.data.flatMap(({ id, word }) => (word.state === "pending" ? [id] : [])) ?? [];
  const sent = overview.invitations.filter(({ id, invitedBy }) => invitedBy === member.id && open.includes(id)).length;

  const { roleNames } = usePeople(overview);
  const removal = useAct(async () => {
    const left = await acts.remove(member.id);
    // What others hold is renewed by them; what this browser holds and could not renew is offered again.
    const open = left.filter((roleId) => mine.includes(roleId));
    if (open.length > 0) return setDue(open);
    tell({
      title: say("members.removed", "{name} was removed", { name }),
      detail: mine.length > 0 ? say("members.renewed", "New keys for {roles}", { roles: roleNames(mine) }) : undefined,
    });
    onClose();
  });

  if (due) return <StillDue name={name} due={due} overview={overview} onClose={onClose} />;
  return (
    <Dialog
      role="alertdialog"
      title={say("members.removeAsk", "Remove {name}?", { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="danger" writes isPending={removal.busy} onPress={() => void removal.run()}>
            {say("members.removeGo", "Remove {name}", { name })}
          </Button>
        </>
      }
    >
      <Renamed person={member.person} />
      <p>{say("members.removeWhat", "{name} is signed out of this account at once, and all their devices stop reading it.", { name })}</p>
      {sent > 0 && (
        <p>
          {say("members.removeInvitations", "{count, plural, one {# invitation that {name} sent is cancelled.} other {# invitations that {name} sent are cancelled.}}", {
            count: sent,
            name,
          })}
        </p>
      )}
      <Renewals member={member} overview={overview} name={name} />
      <p className="quiet">{say("keys.removeNot", "Anything already opened may have been copied.")}</p>
      {removal.failure && <Banner tone="bad" urgent title={sayMemberRefusal(say, removal.failure)} />}
    </Dialog>
  );
}

function Renewals({ member, overview, name }: { member: Listed; overview: KeyOverview; name: string }) {
  const say = useSay();
  const { roleName, roleNames, holdersOf } = usePeople(overview);
  const read = overview.roles.filter(({ holders }) => holders.includes(member.id));
  const mine = read.filter(({ held }) => held);
  // The private key of a person has no other holder, and nobody renews it.
  const others = read.filter(({ held, holders }) => !held && holders.length > 1);
  return (
    <>
      {mine.length > 0 && (
        <p>
          {say("members.removeRolls", "New keys are made at once for {roles}, so that {name} can open nothing new.", {
            roles: roleNames(mine.map(({ roleId }) => roleId)),
            name,
          })}
        </p>
      )}
      {others.map(({ roleId }) => (
        <p key={roleId}>
          {say("members.removeRollsLater", "{role} gets a new key as soon as {people} opens Coffer.", {
            role: roleName(roleId),
            people: holdersOf(roleId),
          })}
        </p>
      ))}
    </>
  );
}

/** The person is out, and some keys could not be renewed: until they are, nothing is written for them. */
function StillDue({ name, due, overview, onClose }: { name: string; due: readonly string[]; overview: KeyOverview; onClose: () => void }) {
  const say = useSay();
  const acts = useMemberActs();
  const { roleNames } = usePeople(overview);
  const [open, setOpen] = useState(due);
  const renewing = useAct(async () => {
    const left = await acts.rollDue();
    const still = open.filter((roleId) => left.includes(roleId));
    setOpen(still);
    if (still.length > 0) return;
    tell({ title: say("members.renewed", "New keys for {roles}", { roles: roleNames(due) }) });
    onClose();
  });

  return (
    <Dialog
      role="alertdialog"
      title={say("members.removed", "{name} was removed", { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("members.renewLater", "Later")}
          </Button>
          <Button look="primary" writes isPending={renewing.busy} onPress={() => void renewing.run()}>
            {say("members.renewNow", "Make new keys now")}
          </Button>
        </>
      }
    >
      <Banner tone="warn" urgent title={say("members.stillDue", "The new keys for {roles} are not made yet.", { roles: roleNames(open) })}>
        {say("members.stillDueHow", "{name} cannot open anything new, and nothing is written for these roles until they have new keys.", { name })}
      </Banner>
      {renewing.failure && <Banner tone="bad" urgent title={sayMemberRefusal(say, renewing.failure)} />}
    </Dialog>
  );
}
