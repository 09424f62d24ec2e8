/** What the server may see beside the sealed words of items. More than this device's person has agreed to stays sealed here. */
import { useState } from "react";

import { useUpdateAccountMutation } from "../../api/accounts";
import type { Disclosure } from "../../api/generated";
import { failureOf } from "../../api/failure";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner, Card, CardBody } from "../../components/Layout";
import { Switch } from "../../components/Switch";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import type { Disclosure as Allowed } from "../../keyring/contract";
import { useKeyring, useKeyState } from "../../keyring/react";
import { useDiscloses } from "../../keyring/useDiscloses";
import { useSignedIn } from "../../session/useSession";

type Switched = keyof Allowed;

const SWITCHES = ["taskDates", "documentExpiry", "assignees"] as const satisfies readonly Switched[];

function words(say: Say, name: Switched): { label: string; off: string } {
  switch (name) {
    case "taskDates":
      return {
        label: say("disclosure.taskDates", "Dates of tasks"),
        off: say("disclosure.taskDatesOff", "Off: due dates are encrypted. Tasks do not repeat, have no time of day, and no reminders are sent."),
      };
    case "documentExpiry":
      return {
        label: say("disclosure.documentExpiry", "Expiry dates of documents"),
        off: say("disclosure.documentExpiryOff", "Off: expiry dates are encrypted. This device still shows what expires, and no reminders are sent."),
      };
    case "assignees":
      return {
        label: say("disclosure.assignees", "Who tasks are assigned to and who is mentioned"),
        off: say("disclosure.assigneesOff", "Off: tasks cannot be assigned, and mentioned people are not notified."),
      };
  }
}

const everyOne = (told: Disclosure): Allowed => ({
  taskDates: told.taskDates === true,
  documentExpiry: told.documentExpiry === true,
  assignees: told.assignees === true,
});

export function DisclosureCard({ may }: { may: boolean }) {
  const say = useSay();
  const { account } = useSignedIn();
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const allowed = useDiscloses(account.disclosure);
  const told = everyOne(account.disclosure);
  const [change, { isLoading }] = useUpdateAccountMutation();
  const [wished, setWished] = useState<Switched | null>(null);

  const choose = useAct(async (name: Switched, on: boolean) => {
    setWished(on ? name : null);
    await change({ accountId: account.id, accountChange: { disclosure: { ...told, [name]: on }, version: account.version } }).unwrap();
  });
  const agree = useAct(async () => {
    if (!allowed) return;
    // Exactly what the sentence above the button names.
    await keyring.agreeToDisclose(told);
    setWished(null);
  });
  const kept = allowed ? SWITCHES.filter((name) => told[name] && !allowed[name]) : [];

  return (
    <Card title={say("disclosure.title", "What the server may see")}>
      <CardBody>
        <p className="hint">
          {say("disclosure.what", "Titles, texts and files are always encrypted. The server needs these to send reminders and notifications. A change applies to what is saved from now on: what the server has seen already, it knows.")}
        </p>
        {SWITCHES.map((name) => (
          <div key={name}>
            <Switch isSelected={told[name]} isDisabled={!may || isLoading} onChange={(on) => void choose.run(name, on)}>
              {words(say, name).label}
            </Switch>
            <p className="hint">{words(say, name).off}</p>
          </div>
        ))}
        {choose.failure && (
          <Banner tone="bad" urgent title={failureTitle(say, "update")}>
            {failureOf(choose.failure).message}
          </Banner>
        )}
        {ready && kept.length > 0 && (
          <Banner tone="warn" urgent={wished !== null} title={say("disclosure.more", "This device still encrypts more than the account asks for")}>
            <p>{say("disclosure.moreWhat", "The server says that it may see more than you have agreed to on this device. Until you agree, this stays encrypted here:")}</p>
            <ul>
              {kept.map((name) => (
                <li key={name}>{words(say, name).label}</li>
              ))}
            </ul>
            {agree.failure && <p>{agree.failure.message}</p>}
            <Button size="small" writes isPending={agree.busy} onPress={() => void agree.run()}>
              {say("disclosure.agree", "Let the server see it")}
            </Button>
          </Banner>
        )}
      </CardBody>
    </Card>
  );
}
