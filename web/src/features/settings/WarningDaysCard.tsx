/** How many days before their last day all documents of the account are warned of. */
import { useState } from "react";

import { useUpdateAccountMutation } from "../../api/accounts";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { Form } from "../../components/Form";
import { Banner, Card, CardBody } from "../../components/Layout";
import { ReadField } from "../../components/ReadField";
import { tell } from "../../components/notices";
import { failureTitle, successTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { countsIn, dayCountsReading, writtenCounts } from "../../i18n/readings/dayCounts";
import { useSignedIn } from "../../session/useSession";
import styles from "./Settings.module.css";

export function WarningDaysCard({ may }: { may: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const before = writtenCounts([...account.expiryStages].sort((one, other) => one - other));
  const [days, setDays] = useState<string | null>(before || null);
  const [change, { isLoading, error }] = useUpdateAccountMutation();

  async function submit() {
    if ((days ?? "") === before) return;
    const answer = await change({ accountId: account.id, accountChange: { expiryStages: countsIn(days ?? ""), version: account.version } });
    if (!answer.error) tell({ title: successTitle(say, "dates"), detail: say("settings.warningDays.saved", "Days of warnings updated") });
  }

  return (
    <Card title={say("settings.warningDays", "Warnings before documents expire")}>
      <CardBody>
        <Form className={styles["form"]} onSend={() => void submit()}>
          {error && (
            <Banner tone="bad" urgent title={failureTitle(say, "update")}>
              {failureOf(error).message}
            </Banner>
          )}
          <ReadField<string>
            label={say("settings.warningDays.label", "Days before the last day")}
            inputMode="text"
            isDisabled={!may}
            value={days}
            onChange={setDays}
            read={(text) => dayCountsReading(say, text)}
            write={(written) => written}
            hint={() => say("settings.warningDays.hint", "For every document of this account, such as 0, 7, 30, 90. A document can have further days of its own. Leave it empty for none.")}
          />
          {may && (
            <div className={styles["row"]}>
              <Button type="submit" writes isPending={isLoading}>
                {say("settings.save", "Save")}
              </Button>
            </div>
          )}
        </Form>
      </CardBody>
    </Card>
  );
}
