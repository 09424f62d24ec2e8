/** Another role: what the person may do with it, which keys come and go, and who has to sign that. */
import { useEffect, useState } from "react";

import { covers } from "../../api/accounts";
import { failureOf } from "../../api/failure";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Banner, Fact, Facts } from "../../components/Layout";
import { RoleKey } from "../../components/Marks";
import { tell } from "../../components/notices";
import { Select } from "../../components/Select";
import { ServerWord } from "../../components/ServerWord";
import { Skeleton } from "../../components/States";
import { keyRightsOf } from "../../session/identity/keyRights";
import { useSay } from "../../i18n/say";
import type { KeyOverview, RolePlan } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useRoles, type NamedRole } from "../../lists/people/roles";
import { Renamed } from "../../lists/people/Renamed";
import { useSignedIn } from "../../session/useSession";
import type { Listed } from "./listed";
import styles from "./Members.module.css";
import { useMemberActs } from "./useMemberActs";
import { usePeople } from "./usePeople";
import { rightsOf, sayMemberRefusal } from "./words";

interface ChangeRoleDialogProps {
  member: Listed;
  overview: KeyOverview;
  onClose: () => void;
}

export default function ChangeRoleDialog({ member, overview, onClose }: ChangeRoleDialogProps) {
  const say = useSay();
  const acts = useMemberActs();
  const roles = useRoles();
  const { account } = useSignedIn();
  const before = member.word?.roleId ?? "";
  const [roleId, setRoleId] = useState(before);
  const { plan, fault } = usePlan(member.id, roleId === before ? null : roleId);

  const { name } = member.person;
  const own = roles.find(({ id }) => id === account.roleId);
  const offered = roles.filter((role) => role.id === before || (role.standing === "signed" && own && covers(own, role)));
  const chosen = roles.find(({ id }) => id === roleId);
  const owners = [chosen, roles.find(({ id }) => id === before)].some((role) => role?.key === "owner");
  const barred = plan !== undefined && (plan.ownerOnly || plan.lacking.length > 0);

  const { run, busy, failure, forget } = useAct(
    () => acts.setRole(member.id, roleId, plan, owners),
    () => {
      if (chosen) tell({ title: say("members.roleChanged", "{name} is {role} now", { name, role: chosen.name }) });
      onClose();
    },
  );

  return (
    <Dialog
      title={say("members.changeRoleOf", "Change the role of {name}", { name })}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button look="quiet" onPress={onClose}>
            {say("dialog.cancel", "Cancel")}
          </Button>
          <Button look="primary" writes isPending={busy} isDisabled={!plan || barred} onPress={() => void run()}>
            {say("members.changeRole", "Change role")}
          </Button>
        </>
      }
    >
      <Renamed person={member.person} />
      <Select
        label={say("join.role", "Role")}
        options={offered.map((role) => ({ value: role.id, label: role.name, hint: rightsOf(say, role) ?? undefined }))}
        value={roleId}
        onChange={(value) => {
          setRoleId(value);
          forget();
        }}
      />
      {failure && <Banner tone="bad" urgent title={sayMemberRefusal(say, failure)} />}
      {fault && <Banner tone="bad" urgent title={sayMemberRefusal(say, fault)} />}
      {chosen && roleId !== before && !fault && (plan ? <Effects plan={plan} role={chosen} name={name} overview={overview} /> : <Skeleton lines={3} />)}
    </Dialog>
  );
}

/** Worked out by the keyring from what it has replayed; nothing is signed for it. */
function usePlan(userId: string, roleId: string | null) {
  const keyring = useKeyring();
  const [found, setFound] = useState<{ roleId: string; plan?: RolePlan; fault?: ReturnType<typeof failureOf> }>();

  useEffect(() => {
    if (roleId === null) return undefined;
    let gone = false;
    keyring.planRole(userId, roleId).then(
      (plan) => !gone && setFound({ roleId, plan }),
      (reason: unknown) => !gone && setFound({ roleId, fault: failureOf(reason) }),
    );
    return () => {
      gone = true;
    };
  }, [keyring, userId, roleId]);

  return found && found.roleId === roleId ? { plan: found.plan, fault: found.fault } : { plan: undefined, fault: undefined };
}

function Effects({ plan, role, name, overview }: { plan: RolePlan; role: NamedRole; name: string; overview: KeyOverview }) {
  const say = useSay();
  const { roleName, holdersOf } = usePeople(overview);
  const keys = (ids: readonly string[]) => (
    <span className={styles["keys"]}>
      {ids.length === 0 ? say("members.noKeys", "No further keys") : ids.map((id) => <RoleKey key={id}>{roleName(id)}</RoleKey>)}
    </span>
  );
  const [lacking] = plan.lacking;

  return (
    <>
      <Facts>
        <Fact name={say("members.mayDo", "May do")}>{rightsOf(say, role) ?? <ServerWord>{role.word.description}</ServerWord>}</Fact>
        <Fact name={say("members.mayWithKeys", "With keys, signed by you")}>{keyRightsOf(say, plan.capabilities)}</Fact>
        <Fact name={say("members.getsKeys", "Can read from now on")}>{keys(plan.given)}</Fact>
        {plan.taken.length > 0 && <Fact name={say("members.losesKeys", "Reads nothing new of")}>{keys(plan.taken)}</Fact>}
      </Facts>
      {plan.taken.length > 0 && (
        <p className="quiet">
          {say("members.losesHow", "These get a new key at once. What {name} has opened already may have been copied.", { name })}
        </p>
      )}
      {plan.ownerOnly ? (
        <Banner tone="warn" title={say("members.ownersOnly", "Only an owner can do this.")} />
      ) : (
        lacking !== undefined && (
          <Banner tone="warn" title={say("members.refused.notHolder", "You do not hold all keys of this role. Ask someone who does.")}>
            {say("members.holders", "{people} can give the key of {role}.", { people: holdersOf(lacking), role: roleName(lacking) })}
          </Banner>
        )
      )}
      {role.key === "owner" && !plan.ownerOnly && (
        <Banner tone="info">
          {say("members.secondOwner", "There will be one more owner. Owners can remove each other, and can close the account.")}
        </Banner>
      )}
    </>
  );
}
