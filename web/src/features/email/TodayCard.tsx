/** How many emails the plan allows a day, and how many of them are known to be used. */
import { useListEmailsOfTodayQuery } from "../../api/emails";
import { Card, CardBody } from "../../components/Layout";
import { Bar } from "../../components/Marks";
import { latin } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { useDates, useMay, useSignedIn } from "../../session/useSession";

export interface DailyLimit {
  most: number;
  /** As far as this person is told: without the right to configure, one's own alone. */
  used: number | undefined;
}

/** Null where the account has no plan. */
export function useDailyLimit(): DailyLimit | null {
  const { account } = useSignedIn();
  const { data } = useListEmailsOfTodayQuery();
  const most = account.plan?.limits.mailsPerDay;
  return most === undefined ? null : { most, used: data?.count };
}

export function TodayCard() {
  const say = useSay();
  const may = useMay();
  const { language } = useDates();
  const limit = useDailyLimit();
  if (!limit) return null;
  const { most, used } = limit;
  const written = (count: number) => new Intl.NumberFormat(latin(language)).format(count);
  const told =
    used === undefined
      ? say("email.today.most", "Your plan allows {most} emails a day.", { most: written(most) })
      : say("email.today.used", "{used} of {most} emails used today", { used: written(used), most: written(most) });
  return (
    <Card title={say("email.today", "Today")}>
      <CardBody>
        <p className="num">{told}</p>
        {used !== undefined && most > 0 && <Bar value={used / most} label={told} {...(used >= most ? { tone: "warn" as const } : {})} />}
        <p className="hint">
          {may("email.configure")
            ? say("email.today.when", "Each recipient counts. The day ends at midnight UTC.")
            : say("email.today.others", "Each recipient counts, and emails of other members count as well. The day ends at midnight UTC.")}
        </p>
      </CardBody>
    </Card>
  );
}
