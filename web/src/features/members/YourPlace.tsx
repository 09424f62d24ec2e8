/** Actions on the user's own membership, and on the account itself. */
import { useListPaymentPlansQuery } from "../../api/accounts";
import { Button, ButtonLink } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { ServerWord } from "../../components/ServerWord";
import { useSay } from "../../i18n/say";
import { read, type Word } from "../../i18n/word";
import type { KeyOverview } from "../../keyring/contract";
import { useRoles } from "../../lists/people/roles";
import { useMay, useSignedIn } from "../../session/useSession";
import type { Listed } from "./listed";
import styles from "./Members.module.css";
import type { MemberAct } from "./MemberLine";
import { ownersOf } from "./owners";

interface YourPlaceProps {
  members: readonly Listed[];
  overview: KeyOverview | undefined;
  onAct: (act: MemberAct, member: Listed) => void;
}

export function YourPlace({ members, overview, onAct }: YourPlaceProps) {
  const say = useSay();
  const may = useMay();
  const { user, account } = useSignedIn();
  const roles = useRoles();
  const plan = usePlanName(account.plan?.id);
  const me = members.find(({ id }) => id === user.id);
  if (!me) return null;

  return (
    <Card title={say("members.place", "You and this account")}>
      <CardBody>
        {account.plan && (
          <div className={styles["place"]}>
            <ServerWord>
              {say("members.seats", "{taken} of {seats, plural, one {# seat} other {# seats}} taken", {
                taken: account.plan.usage.seats,
                seats: account.plan.limits.seats,
              })}
              {plan && <span className="hint"> · {read(plan)}</span>}
            </ServerWord>
            {may("billing.manage") && (
              <ButtonLink href={`/subscribe?account=${account.id}`}>{say("members.plan", "Change plan")}</ButtonLink>
            )}
          </div>
        )}
        {overview && ownersOf(overview, roles).includes(user.id) && (
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

/** As the server calls it, inside the mark that stands around it. */
function usePlanName(planId: string | undefined): Word | undefined {
  const { data } = useListPaymentPlansQuery();
  return data?.data.find(({ id }) => id === planId)?.name;
}
