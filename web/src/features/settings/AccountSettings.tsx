/** Settings of the account: name, language, time zone and date format. */
import { useState } from "react";

import { useUpdateAccountMutation, useSetLanguageMutation } from "../../api/accounts";
import { failureOf, fieldMessage } from "../../api/failure";
import { Button } from "../../components/Button";
import { Select } from "../../components/Select";
import { Switch } from "../../components/Switch";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { Banner, Card, CardBody } from "../../components/Layout";
import { Why } from "../../components/Why";
import { tell } from "../../components/notices";
import { useOnline } from "../../components/useOnline";
import { formatMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { failureTitle, successDetail, successTitle } from "../../i18n/fixedTexts";
import { LANGUAGES, type Language } from "../../i18n/languages";
import { useSay } from "../../i18n/say";
import { useAgreeOnDates, useDates, useMay, useSignedIn } from "../../session/useSession";
import { ClosingCard } from "./ClosingCard";
import { DateSettingsCard } from "./DateSettingsCard";
import { DisclosureCard } from "./DisclosureCard";
import { WarningDaysCard } from "./WarningDaysCard";
import styles from "./Settings.module.css";
import { zonesWith } from "./zones";
import { read } from "../../i18n/word";

const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

export function AccountSettings() {
  const say = useSay();
  const { account } = useSignedIn();
  const may = useMay()("account.update");
  // What is saved as soon as it is chosen has no button to hold back.
  const now = useOnline() && may;
  return (
    <>
      {!may && (
        <Banner tone="info">
          {say("settings.readOnly", "Your role can see these settings but not change them. An owner or administrator can.")}
        </Banner>
      )}
      {/* Somebody else's change arrives as a new version; fields that were typed over start from it. */}
      <NameCard key={`name ${account.version}`} may={may} />
      <LanguageCard may={now} />
      <DateSettingsCard key={`dates ${account.version}`} may={may} />
      <ZoneCard may={now} />
      <SignInCard may={now} />
      <DisclosureCard may={now} />
      <WarningDaysCard key={`warnings ${account.version}`} may={may} />
      <ClosingCard />
    </>
  );
}

function NameCard({ may }: { may: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const [name, setName] = useState(read(account.displayName));
  const [rename, { isLoading, error }] = useUpdateAccountMutation();
  const typed = name.trim();
  const failure = error && failureOf(error);

  async function save() {
    if (typed === read(account.displayName)) return;
    const answer = await rename({
      accountId: account.id,
      accountChange: { displayName: typed, version: account.version },
    });
    if (!answer.error) tell({ title: say("settings.renamed", "The account is now called {name}", { name: typed }) });
  }

  return (
    <Card title={say("settings.name", "Account name")}>
      <CardBody>
        <Form
          className={styles["form"]}
          onSend={() => void save()}
        >
          {!fieldMessage(failure, "displayName") && <Refusal error={failure} />}
          <TextField
            label={say("settings.displayName", "Name")}
            hint={say("settings.nameHint", "Members, invitations and recovery files show it. It is not encrypted.")}
            value={name}
            maxLength={80}
            isReadOnly={!may}
            isRequired
            missing={say("subscribe.name.missing", "Enter a name for the account.")}
            onChange={setName}
            error={fieldMessage(failure, "displayName")}
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

function LanguageCard({ may }: { may: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const [setLanguage, { isLoading, error }] = useSetLanguageMutation();

  async function choose(language: Language) {
    if (language === account.language) return;
    const answer = await setLanguage({ setLanguage: { language } });
    if (!answer.error) tell({ title: successTitle(say, "language"), detail: successDetail(say, "language") });
  }

  return (
    <Card title={say("settings.language", "Language")}>
      <CardBody>
        <Select
          label={say("settings.languageLabel", "Language of the account")}
          hint={say("settings.languageHint", "Used for pages and emails of everyone in this account.")}
          options={LANGUAGE_CODES.map((value) => ({ value, label: LANGUAGES[value].name }))}
          value={LANGUAGE_CODES.find((code) => code === account.language) ?? null}
          onChange={(language) => void choose(language)}
          isDisabled={!may || isLoading}
        />
        <Refusal error={error} />
      </CardBody>
    </Card>
  );
}

function ZoneCard({ may }: { may: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const now = useNow();
  const agree = useAgreeOnDates();
  const dates = useDates();
  const [change, { isLoading, error }] = useUpdateAccountMutation();

  async function choose(zone: string) {
    if (zone === account.zone) return;
    const answer = await change({
      accountId: account.id,
      accountChange: { zone, version: account.version },
    });
    if (answer.error) return;
    agree({ zone });
    tell({ title: successTitle(say, "dates"), detail: successDetail(say, "dates") });
  }

  return (
    <Card title={say("settings.zone", "Time zone")}>
      <CardBody>
        <Select
          label={say("settings.zoneLabel", "Time zone of the account")}
          hint={say("settings.zoneHint", "Days and reminders follow this time zone. It is {now} there now.", {
            now: formatMoment(now.toISOString(), { ...dates, zone: account.zone }),
          })}
          options={zonesWith(account.zone).map((value) => ({ value, label: value.replaceAll("_", " ") }))}
          value={account.zone}
          onChange={(zone) => void choose(zone)}
          isDisabled={!may || isLoading}
        />
        <Refusal error={error} />
      </CardBody>
    </Card>
  );
}

/** What a choice was refused with, below it; the next choice takes it away. */
function Refusal({ error }: { error: unknown }) {
  const say = useSay();
  if (!error) return null;
  return (
    <Banner tone="bad" urgent title={failureTitle(say, "update")}>
      <Why {...failureOf(error)} />
    </Banner>
  );
}

function SignInCard({ may }: { may: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const [change, { isLoading, error }] = useUpdateAccountMutation();

  async function choose(twoStep: boolean) {
    await change({
      accountId: account.id,
      accountChange: { securityPolicy: { ...account.securityPolicy, twoStep }, version: account.version },
    });
  }

  return (
    <Card title={say("settings.signIn", "Sign-in")}>
      <CardBody>
        <Switch
          isSelected={account.securityPolicy.twoStep ?? false}
          isDisabled={!may || isLoading}
          onChange={(chosen) => void choose(chosen)}
        >
          {say("settings.twoStep", "Require more than an emailed code")}
        </Switch>
        <Refusal error={error} />
        <p className="hint">
          {say("settings.twoStepHint", "Members sign in with a password, a passkey or a provider, and cannot remove the last of these. Anyone without one is asked to add it at the next sign-in.")}
        </p>
      </CardBody>
    </Card>
  );
}
