/** Whether mail can leave: asked when somebody wants to know, because it asks servers elsewhere. */
import { useLazyGetEmailSetupQuery, useSendTestEmailMutation, type MailSetup } from "../../api/emails";
import { failureOf } from "../../api/failure";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner, Card, CardBody, Line } from "../../components/Layout";
import { Pill } from "../../components/Marks";
import { tell } from "../../components/notices";
import { Why } from "../../components/Why";
import { formatMoment } from "../../dates/moments";
import { useSay, type Say } from "../../i18n/say";
import { useDates, useSignedIn } from "../../session/useSession";
import styles from "./Email.module.css";
import { detailOf } from "./told";

export function SetUpCard() {
  const say = useSay();
  const [ask, { data, isFetching, error }] = useLazyGetEmailSetupQuery();
  const failure = error && !isFetching ? failureOf(error) : null;
  return (
    <Card title={say("email.setUp", "Set-up")}>
      <CardBody>
        {failure && (
          <Banner tone="bad" urgent title={say("email.setUp.failed", "The set-up was not checked")}>
            <Why {...failure} />
          </Banner>
        )}
        {data && !failure ? <Found setup={data.data} /> : <p className="hint">{say("email.setUp.what", "Checks whether emails can leave and whether other servers accept them.")}</p>}
        <Button isPending={isFetching} onPress={() => void ask()}>
          {say("email.setUp.check", "Check set-up")}
        </Button>
      </CardBody>
    </Card>
  );
}

function Found({ setup }: { setup: MailSetup }) {
  const say = useSay();
  const dates = useDates();
  if (!setup.configured) return <Banner tone="warn">{say("email.setUp.none", "Sending emails is not set up on this server.")}</Banner>;
  return (
    <>
      <ul>
        {setup.checks.map((check) => (
          <li key={check.name}>
            <Line>
              <span className={styles["who"]}>
                {checkWord(say, check.name)}
                <bdi className="hint">{detailOf(check)}</bdi>
              </span>
              <Pill tone={check.ok ? "ok" : "bad"}>{check.ok ? say("email.check.ok", "OK") : say("email.check.wrong", "Has a fault")}</Pill>
            </Line>
          </li>
        ))}
      </ul>
      {setup.lastSuccessAt && <p className="hint">{say("email.setUp.last", "Last email accepted {moment}", { moment: formatMoment(setup.lastSuccessAt, dates) })}</p>}
      {setup.provider === "graph" && <TestMail />}
    </>
  );
}

/** The server makes it through Microsoft Graph alone. */
function TestMail() {
  const say = useSay();
  const { user } = useSignedIn();
  const [send] = useSendTestEmailMutation();
  const { run, busy, failure } = useAct(async () => {
    await send({ sendTest: {} }).unwrap();
    tell({ title: say("email.test.sent", "Test email sent"), detail: user.email });
  });
  return (
    <>
      {failure && (
        <Banner tone="bad" urgent title={say("email.test.failed", "The test email was not sent")}>
          <Why {...failure} />
        </Banner>
      )}
      <Button writes isPending={busy} onPress={() => void run()}>
        {say("email.test.send", "Send a test email to yourself")}
      </Button>
    </>
  );
}

function checkWord(say: Say, name: MailSetup["checks"][number]["name"]): string {
  switch (name) {
    case "dns":
      return say("email.check.dns", "Mail server found");
    case "tls":
      return say("email.check.tls", "Encrypted connection");
    case "auth":
      return say("email.check.auth", "Sign-in to the mail server");
    case "from":
      return say("email.check.from", "Sender address");
    case "spf":
      return say("email.check.spf", "SPF record of the sender's domain");
    case "dmarc":
      return say("email.check.dmarc", "DMARC record of the sender's domain");
  }
}
