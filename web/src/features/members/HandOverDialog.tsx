/** Hands the account over: another member becomes the owner, and this one gets another role. */
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button, ButtonLink } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner } from "../../components/Layout";
import { tell } from "../../components/notices";
import { Select } from "../../components/Select";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useRoles } from "../../lists/people/roles";
import { Renamed } from "../../lists/people/Renamed";
import { useSignedIn } from "../../session/useSession";
import { keyState } from "./keyState";
import type { Listed } from "./listed";
import { ownersOf } from "./owners";
import { useMemberActs } from "./useMemberActs";
import { rightsOf, sayMemberRefusal } from "./words";
import { read } from "../../i18n/word";
import { ServerWord } from "../../components/ServerWord";

interface HandOverDialogProps {
  members: readonly Listed[];
  overview: KeyOverview;
  onClose: () => void;
}

/** The roles that an owner may keep: with keys, and without a say over owners. */
const KEPT = ["admin", "member"];

export default function HandOverDialog({ members, overview, onClose }: HandOverDialogProps) {
  const say = useSay();
  const acts = useMemberActs();
  const roles = useRoles();
  const { user, account } = useSignedIn();
  const kept = roles.filter(({ key }) => key !== null && KEPT.includes(key));
  // Without a key nobody could look after the account.
  const candidates = members.filter((member) => member.id !== user.id && member.person.standing === "signed" && ["reads", "unverified"].includes(keyState(member.id, overview)));
  const [userId, setUserId] = useState<string | null>(candidates.length === 1 ? (candidates[0]?.id ?? null) : null);
  const [roleId, setRoleId] = useState(kept[0]?.id ?? null);
  const chosen = candidates.find(({ id }) => id === userId);
  const name = chosen?.person.name ?? "";
  const role = kept.find(({ id }) => id === roleId);

  const { run, busy, failure, forget } = useAct(
    async () => {
      if (userId !== null && roleId !== null) await acts.handOver(userId, roleId);
    },
    () => {
      tell({
        title: say("members.handedOver", "{name} is the owner now", { name }),
        ...(role && { detail: say("members.youAre", "You are {role}.", { role: role.name }) }),
      });
      onClose();
    },
  );

  if (candidates.length === 0)
    return (
      <Dialog
        title={say("members.handOver", "Hand over the account")}
        isOpen
        onClose={onClose}
        actions={
          <ButtonLink look="primary" href="/keys">
            {say("nav.keys", "Keys & devices")}
          </ButtonLink>
        }
      >
        <p>
          <ServerWord>{say("members.handOverNobody", "No one else can read in {account} yet. Invite someone and approve their browser, then hand it over.", {
            account: read(account.displayName),
          })}</ServerWord>
        </p>
      </Dialog>
    );

  return (
    <Dialog
      role="alertdialog"
      title={say("members.handOver", "Hand over the account")}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="primary" writes isPending={busy} isDisabled={!chosen || !role} onPress={() => void run()}>
            {chosen ? say("members.handOverTo", "Hand over to {name}", { name }) : say("members.handOver", "Hand over the account")}
          </Button>
        </>
      }
    >
      <Select
        label={say("members.newOwner", "New owner")}
        options={candidates.map(({ id, person }) => ({ value: id, label: person.name, hint: person.email }))}
        value={userId}
        onChange={(value) => {
          setUserId(value);
          forget();
        }}
      />
      {chosen && <Renamed person={chosen.person} />}
      <Select
        label={say("members.yourRoleAfter", "Your role afterwards")}
        options={kept.map((one) => ({ value: one.id, label: one.name, hint: rightsOf(say, one) ?? undefined }))}
        value={roleId}
        onChange={setRoleId}
      />
      <p>
        {say("members.handOverGives", "The new owner gets every key of this account and decides about people, the plan and closing it. Only they can give it back to you.")}
      </p>
      {failure && (
        <Banner tone="bad" urgent title={sayMemberRefusal(say, failure)}>
          {chosen && ownersOf(overview, roles).includes(chosen.id)
            ? say("members.handOverHalf", "{name} is an owner already, and you still are one. Try again to finish.", { name })
            : undefined}
        </Banner>
      )}
    </Dialog>
  );
}
