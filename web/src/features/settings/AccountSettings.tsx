/** How the account is called, in which language it speaks, and how it writes days. */
import { useState } from "react";

import {
  useListPlansQuery,
  useRenameAccountMutation,
  useSetDateFormatMutation,
  useSetLanguageMutation,
} from "../../api/accounts";
import { failureOf } from "../../api/failure";
import { Bar } from "../../components/Marks";
import { Button } from "../../components/Button";
import { Select } from "../../components/Choice";
import { TextField } from "../../components/Field";
import { Card, CardBody, Fact, Facts } from "../../components/Layout";
import { tell, tellFailure } from "../../components/notices";
import { formatDay, type DateOrder, type DateSeparator } from "../../dates/days";
import { formatBytes } from "../../dates/sizes";
import { failureTitle, successDetail, successTitle } from "../../i18n/fixedTexts";
import { isLanguage, LANGUAGES, speak } from "../../i18n/languages";
import { useSay } from "../../i18n/say";
import { useMay, useSignedIn, useToday } from "../../session/useSession";
import styles from "./Settings.module.css";

const ORDERS: readonly DateOrder[] = ["ddmmyyyy", "mmddyyyy", "yyyymmdd"];
const SEPARATORS: readonly DateSeparator[] = ["/", "-", ".", " "];

export function AccountSettings() {
  const may = useMay();
  const mayChange = may("account.update");
  return (
    <div className={styles["cards"]}>
      <NameCard disabled={!mayChange} />
      <LanguageCard disabled={!mayChange} />
      <DatesCard disabled={!mayChange} />
      <PlanCard />
    </div>
  );
}

function NameCard({ disabled }: { disabled: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const [rename, { isLoading }] = useRenameAccountMutation();
  const [displayName, setDisplayName] = useState(account.displayName);
  const [zone, setZone] = useState(account.zone);
  const changed = displayName.trim() !== account.displayName || zone !== account.zone;
  const zones = Intl.supportedValuesOf("timeZone");

  async function save() {
    const answer = await rename({ id: account.id, displayName: displayName.trim(), zone, version: account.version });
    if (answer.error) tellFailure(failureTitle(say, "update"), failureOf(answer.error).message);
    else tell({ title: say("settings.saved", "Saved") });
  }

  return (
    <Card title={say("settings.name", "Name and zone")}>
      <CardBody>
        <TextField
          label={say("subscribe.name", "Name of the account")}
          maxLength={80}
          isDisabled={disabled}
          value={displayName}
          onChange={setDisplayName}
        />
        <Select
          label={say("settings.zone", "Time zone")}
          options={(zones.includes(zone) ? zones : [zone, ...zones]).map((value) => ({ value, label: value.replace(/_/g, " ") }))}
          value={zone}
          onChange={setZone}
          isDisabled={disabled}
        />
        <div>
          <Button isDisabled={disabled || !changed || !displayName.trim()} isPending={isLoading} onPress={() => void save()}>
            {say("documents.save", "Save")}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}

function LanguageCard({ disabled }: { disabled: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const [setLanguage] = useSetLanguageMutation();

  async function change(language: string) {
    const answer = await setLanguage({ language });
    if (answer.error) return tellFailure(failureTitle(say, "update"), failureOf(answer.error).message);
    if (isLanguage(language)) await speak(language);
    return tell({ title: successTitle(say, "language"), detail: successDetail(say, "language") });
  }

  return (
    <Card title={say("auth.language", "Language")}>
      <CardBody>
        <Select
          label={say("settings.language", "Language of the account")}
          hint={say("settings.language.hint", "It sorts names and writes numbers, for everybody in the account.")}
          options={Object.entries(LANGUAGES).map(([value, { name }]) => ({ value, label: name }))}
          value={account.language}
          onChange={(language) => void change(language)}
          isDisabled={disabled}
        />
      </CardBody>
    </Card>
  );
}

function DatesCard({ disabled }: { disabled: boolean }) {
  const say = useSay();
  const today = useToday();
  const { account } = useSignedIn();
  const [setDateFormat] = useSetDateFormatMutation();
  const { dateFormat, dateInputFormat, dateSeparator } = account;

  async function change(part: Partial<Pick<typeof account, "dateFormat" | "dateInputFormat" | "dateSeparator">>) {
    const answer = await setDateFormat({ dateFormat, dateInputFormat, dateSeparator, ...part });
    if (answer.error) return tellFailure(failureTitle(say, "update"), failureOf(answer.error).message);
    return tell({ title: successTitle(say, "dates"), detail: successDetail(say, "dates") });
  }

  const orders = {
    ddmmyyyy: say("settings.dmy", "Day, month, year"),
    mmddyyyy: say("settings.mdy", "Month, day, year"),
    yyyymmdd: say("settings.ymd", "Year, month, day"),
  };
  const separators = {
    "/": say("settings.slash", "Slash"),
    "-": say("settings.dash", "Dash"),
    ".": say("settings.dot", "Dot"),
    " ": say("settings.space", "Space"),
  };
  const example = (order: DateOrder, separator: DateSeparator) =>
    formatDay(today, { dateFormat: order, dateSeparator: separator });
  const orderOptions = ORDERS.map((value) => ({ value, label: orders[value], hint: example(value, dateSeparator) }));

  return (
    <Card title={say("settings.dates", "Dates")} end={<span className="hint num">{example(dateFormat, dateSeparator)}</span>}>
      <CardBody>
        <Select
          label={say("settings.dateFormat", "How dates are shown")}
          options={orderOptions}
          value={dateFormat}
          onChange={(order) => void change({ dateFormat: order })}
          isDisabled={disabled}
        />
        <Select
          label={say("settings.dateInputFormat", "How dates are typed")}
          options={orderOptions}
          value={dateInputFormat}
          onChange={(order) => void change({ dateInputFormat: order })}
          isDisabled={disabled}
        />
        <Select
          label={say("settings.dateSeparator", "Between the numbers")}
          options={SEPARATORS.map((value) => ({ value, label: separators[value], hint: example(dateFormat, value) }))}
          value={dateSeparator}
          onChange={(separator) => void change({ dateSeparator: separator })}
          isDisabled={disabled}
        />
      </CardBody>
    </Card>
  );
}

function PlanCard() {
  const say = useSay();
  const { account } = useSignedIn();
  const { data: plans = [] } = useListPlansQuery();
  const { plan } = account;
  if (!plan) return null;
  const { limits, usage } = plan;
  const bytes = (value: number) => formatBytes(value, account.language);
  return (
    <Card title={say("settings.plan", "Plan")} end={plans.find(({ id }) => id === plan.id)?.name ?? plan.id}>
      <Facts>
        <Usage name={say("settings.seats", "People")} used={usage["seats"]} limit={limits["seats"]} words={String} />
        <Usage name={say("settings.storage", "Storage")} used={usage["storageBytes"]} limit={limits["storageBytes"]} words={bytes} />
      </Facts>
    </Card>
  );
}

interface UsageProps {
  name: string;
  used: number | undefined;
  limit: number | null | undefined;
  words: (value: number) => string;
}

function Usage({ name, used = 0, limit, words }: UsageProps) {
  return (
    <Fact name={name}>
      <span className="num">{limit ? `${words(used)} / ${words(limit)}` : words(used)}</span>
      {limit && (
        <span className={styles["usage"]}>
          <Bar value={used / limit} label={name} />
        </span>
      )}
    </Fact>
  );
}
