/** Actions on the user's own membership, and on the account itself. */
import { useListPaymentPlansQuery, type Member } from "../../api/accounts";
import { Button, ButtonLink } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { useMay, useSignedIn } from "../../session/useSession";
import styles from "./Members.module.css";
import type { MemberAct } from "./MemberLine";
import { isOwner } from "./owners";

interface YourPlaceProps {
  members: readonly Member[];
  onAct: (act: MemberAct, member: Member) => void;
}

export function YourPlace({ members, onAct }: YourPlaceProps) {
  const say = useSay();
  const may = useMay();
  const { user, account } = useSignedIn();
  const me = members.find(({ id }) => id === user.id);
  if (!me) return null;

  return (
    <Card title={say("members.place", "You and this account")}>
      <CardBody>
        {account.plan && (
          <div className={styles["place"]}>
            <span>
              {say("members.seats", "{taken} of {seats, plural, one {# seat} other {# seats}} taken", {
                taken: account.plan.usage.seats,
                seats: account.plan.limits.seats,
              })}
              <PlanName planId={account.plan.id} />
            </span>
            {may("billing.manage") && (
              <ButtonLink href={`/subscribe?account=${account.id}`}>{say("members.plan", "Change plan")}</ButtonLink>
            )}
          </div>
        )}
        {isOwner(me) && (
          <div className={styles["place"]}>
            <span>{say("members.handOverHint", "Make someone else the owner, and keep another role.")}</span>
            <Button onPress={() => onAct("handOver", me)}>{say("members.handOver", "Hand over the account")}</Button>
          </div>
        )}
        <div className={styles["place"]}>
          <span>{say("members.leaveHint", "Your devices forget its keys. Someone has to invite you to come back.")}</span>
          <Button onPress={() => onAct("leave", me)}>{say("members.leave", "Leave this account")}</Button>
        </div>
        {may("account.delete") && (
          <div className={styles["place"]}>
            <span>{say("members.closeHint", "Nothing in it can be changed then. It can be reopened for at least 30 days.")}</span>
            <ButtonLink href="/settings/account#close">{say("members.close", "Close the account")}</ButtonLink>
          </div>
        )}
      </CardBody>
    </Card>
  );
}

function PlanName({ planId }: { planId: string }) {
  const { data } = useListPaymentPlansQuery();
  const name = data?.data.find(({ id }) => id === planId)?.name;
  return name ? <span className="hint"> · {name}</span> : null;
}
