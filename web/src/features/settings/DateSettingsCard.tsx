/** How the account writes days and reads typed ones, with an example that follows every choice. */
import { useState } from "react";

import { useSetDateFormatMutation } from "../../api/accounts";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { Form } from "../../components/Form";
import { Select } from "../../components/Select";
import { Banner, Card, CardBody } from "../../components/Layout";
import { tell } from "../../components/notices";
import { formatDay, type DateOrder, type DateSeparator } from "../../dates/days";
import { failureTitle, successDetail, successTitle } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import { useAgreeOnDates, useSignedIn, useToday } from "../../session/useSession";
import styles from "./Settings.module.css";

const ORDERS: readonly DateOrder[] = ["ddmmyyyy", "mmddyyyy", "yyyymmdd"];
const SEPARATORS: readonly DateSeparator[] = ["/", "-", ".", " "];

export function DateSettingsCard({ may }: { may: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const today = useToday();
  const agree = useAgreeOnDates();
  const [dateFormat, setDateFormat] = useState(account.dateFormat);
  const [dateInputFormat, setInputFormat] = useState(account.dateInputFormat);
  const [dateSeparator, setSeparator] = useState(account.dateSeparator);
  const [save, { isLoading, error }] = useSetDateFormatMutation();

  const changed =
    dateFormat !== account.dateFormat ||
    dateInputFormat !== account.dateInputFormat ||
    dateSeparator !== account.dateSeparator;
  const orders = ORDERS.map((value) => ({ value, label: orderWord(say, value) }));

  async function submit() {
    const answer = await save({ setDateFormat: { dateFormat, dateInputFormat, dateSeparator } });
    if (answer.error) return;
    agree({ dateFormat, dateInputFormat, dateSeparator });
    tell({ title: successTitle(say, "dates"), detail: successDetail(say, "dates") });
  }

  return (
    <Card title={say("settings.dates", "Dates")}>
      <CardBody>
        <Form
          className={styles["form"]}
          onSend={() => void submit()}
        >
          {error && (
            <Banner tone="bad" urgent title={failureTitle(say, "update")}>
              {failureOf(error).message}
            </Banner>
          )}
          <div className={styles["three"]}>
            <Select
              label={say("settings.dateFormat", "Shown as")}
              options={orders}
              value={dateFormat}
              onChange={setDateFormat}
              isDisabled={!may}
            />
            <Select
              label={say("settings.dateInputFormat", "Typed as")}
              options={orders}
              value={dateInputFormat}
              onChange={setInputFormat}
              isDisabled={!may}
            />
            <Select
              label={say("settings.dateSeparator", "Separated by")}
              options={SEPARATORS.map((value) => ({ value, label: separatorWord(say, value) }))}
              value={dateSeparator}
              onChange={setSeparator}
              isDisabled={!may}
            />
          </div>
          <dl className={styles["example"]} aria-live="polite">
            <div>
              <dt>{say("settings.exampleShown", "Today is shown as")}</dt>
              <dd>
                <bdi>{formatDay(today, { dateFormat, dateSeparator })}</bdi>
              </dd>
            </div>
            <div>
              <dt>{say("settings.exampleTyped", "and typed as")}</dt>
              <dd>
                <bdi>{formatDay(today, { dateFormat: dateInputFormat, dateSeparator })}</bdi>
              </dd>
            </div>
          </dl>
          {may && (
            <div className={styles["row"]}>
              <Button type="submit" isDisabled={!changed} writes isPending={isLoading}>
                {say("settings.save", "Save")}
              </Button>
            </div>
          )}
        </Form>
      </CardBody>
    </Card>
  );
}

function orderWord(say: Say, order: DateOrder): string {
  switch (order) {
    case "ddmmyyyy":
      return say("settings.order.dmy", "Day, month, year");
    case "mmddyyyy":
      return say("settings.order.mdy", "Month, day, year");
    case "yyyymmdd":
      return say("settings.order.ymd", "Year, month, day");
  }
}

function separatorWord(say: Say, separator: DateSeparator): string {
  switch (separator) {
    case "/":
      return say("settings.separator.slash", "Slash /");
    case "-":
      return say("settings.separator.hyphen", "Hyphen -");
    case ".":
      return say("settings.separator.dot", "Dot .");
    case " ":
      return say("settings.separator.space", "Space");
  }
}
