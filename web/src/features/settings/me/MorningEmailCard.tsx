/** Whether the warnings of an account also come by mail, and what such a mail holds. The bell tells them either way. */
import { useChooseDigestMutation, useGetDigestChoiceQuery } from "../../../api/notices";
import { failureOf } from "../../../api/failure";
import { held } from "../../../api/held";
import { Banner, Card, CardBody } from "../../../components/Layout";
import { Failed, NotRefreshed, Skeleton } from "../../../components/States";
import { Switch } from "../../../components/Switch";
import { Why } from "../../../components/Why";
import { useOfflineReason } from "../../../components/useOnline";
import { failureTitle } from "../../../i18n/fixedTexts";
import { useSay } from "../../../i18n/say";

export function MorningEmailCard() {
  const say = useSay();
  const offline = useOfflineReason();
  const { data, failure: failed, late, again } = held(useGetDigestChoiceQuery());
  const [choose, { isLoading, error, originalArgs }] = useChooseDigestMutation();
  // What was chosen stands at once, until the server has told that it is so.
  const chosen = isLoading ? originalArgs?.chooseOwnDigest.wanted : undefined;
  const wanted: unknown = data?.data.wanted;
  const unread = data && typeof wanted !== "boolean" ? say("refusal.unreadable", "The answer cannot be read.") : undefined;
  return (
    <Card title={say("digest.title", "Morning email")} fromServer>
      <CardBody>
        {late && <NotRefreshed onRetry={again} />}
        {failed || unread !== undefined ? (
          <Failed title={say("digest.failed", "This setting did not load")} message={failed?.message ?? unread ?? ""} told={failed ?? undefined} onRetry={again} />
        ) : typeof wanted !== "boolean" ? (
          <Skeleton lines={2} />
        ) : (
          <Switch isSelected={chosen ?? wanted} isDisabled={isLoading || offline !== undefined} onChange={(wanted) => void choose({ chooseOwnDigest: { wanted } })}>
            {say("digest.switch", "Email me about this account in the morning")}
          </Switch>
        )}
        {error && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            <Why {...failureOf(error)} />
          </Banner>
        )}
        <p className="hint">
          {say("digest.holds", "At most one a day, at 07:00 in the account’s time zone, and only when a document is about to expire or a task is due. It says how many there are and links to Coffer. It holds no titles, names or dates.")}
        </p>
        <p className="hint">
          {say("digest.besides", "Notifications in Coffer stay as they are. Reminders that you set for a task are emailed at their own time.")}
        </p>
      </CardBody>
    </Card>
  );
}
