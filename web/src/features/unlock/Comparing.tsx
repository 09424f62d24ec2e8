/** Nothing but the server has said yet which account this is: somebody reads digits to the person here, who types what is heard. */
import { ScanLine } from "lucide-react";
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Aside } from "../../components/Border";
import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { DigitsField } from "../../components/DigitsField";
import { Form } from "../../components/Form";
import { FromServer } from "../../components/ServerWord";
import { Banner, Fact, Facts } from "../../components/Layout";
import { part } from "../../components/part";
import { SafetyAnswer } from "../../components/SafetyCode";
import { useSay } from "../../i18n/say";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import type { KeyState } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates, useSignedIn } from "../../session/useSession";
import { GateCard } from "./GateCard";
import { oneOf, useHelpers } from "./names";
import { WaysOut } from "./WaysOut";
import { read } from "../../i18n/word";
import styles from "./unlock.module.css";

const ScanCode = part(() => import("./ScanCode"));

const AloneAfterRecovery = part(() => import("./AloneAfterRecovery"));
const WhyAfterRecovery = part(() => import("./WhyAfterRecovery"));

/** What scans is fetched when somebody scans. */
const hasCamera = (): boolean => typeof navigator.mediaDevices?.getUserMedia === "function";

type Unconfirmed = Extract<KeyState, { name: "unconfirmed" }>;

/** What both sides see: four groups of five digits. */
const LENGTH = 20;
const GROUP = 5;

export function Comparing({ comparing }: { comparing: Unconfirmed }) {
  return (
    <div className={styles["full"]}>
      {/* A card of its own for each step, so that its heading is heard. */}
      {comparing.answer === null ? <AskForCode key="ask" {...comparing} /> : <ReadAnswer key="answer" ask={comparing.ask} answer={comparing.answer} />}
    </div>
  );
}

function AskForCode({ ask, helpers, you, wrong, recovered }: Omit<Unconfirmed, "name" | "answer">) {
  const say = useSay();
  const { language } = useDates();
  const names = useHelpers(helpers);
  const own = ask === "own device";

  if (recovered && ask === "nobody")
    return (
      <Aside>
        <AloneAfterRecovery recovered={recovered} />
      </Aside>
    );
  return (
    <GateCard
      fromServer={!own && helpers.length > 0}
      title={
        own
          ? say("comparing.askOwn", "Get the code from your other device")
          : helpers.length > 0
            ? say("comparing.ask", "Ask {names} for the code", { names: oneOf(helpers, language) })
            : say("comparing.askSomebody", "Ask for the code")
      }
      lead={
        own
          ? say("comparing.howOwn", "Open Keys & devices there. It shows 20 digits for this browser. Do not take them from an email or a message.")
          : say("comparing.how", "Call, or sit down together. {names} reads 20 digits to you. Do not take them from an email or a message.", { names })
      }
    >
      {recovered && (
        <Aside>
          <WhyAfterRecovery recovered={recovered} />
        </Aside>
      )}
      {wrong > 0 && <Differs own={own} wrong={wrong} names={names} />}
      <EnterCode own={own} />
      {!own && <WhoSays helpers={helpers} you={you} />}
      <WaysOut canStartAgain />
    </GateCard>
  );
}

/** How often it was wrong stands in this browser, so the page says it after a reload, too. */
function Differs({ own, wrong, names }: { own: boolean; wrong: number; names: string }) {
  const say = useSay();
  return (
    <Banner tone={wrong > 1 ? "bad" : "warn"} urgent title={say("comparing.differs", "This is not the code of this device.")}>
      {wrong === 1
        ? own
          ? say("comparing.lookAgain", "Compare each group with what the other device shows, and type it again.")
          : say("comparing.listenAgain", "Listen again, and type each group as it is read.")
        : own
          ? say("comparing.rightDevice", "Check that the other device names this browser. After one more wrong try, this browser's key is no longer used.")
          : say("comparing.rightPerson", "{names} should see your name and this device. Ask for both. After one more wrong try, this browser's key is no longer used.", { names })}
    </Banner>
  );
}

function EnterCode({ own }: { own: boolean }) {
  const say = useSay();
  const keyring = useKeyring();
  const [digits, setDigits] = useState("");
  const [scanning, setScanning] = useState(false);
  const { run, busy, failure } = useAct(async (heard: string) => {
    await keyring.enterCode(heard);
    setDigits("");
  });

  function scanned(text: string) {
    setScanning(false);
    void run(text);
  }

  if (scanning)
    return (
      <Boundary>
        <ScanCode onFound={scanned} onClose={() => setScanning(false)} />
      </Boundary>
    );
  return (
    <Form className={styles["stack"]} onSend={() => void run(digits)}>
      {failure && (
        <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
          {whatToDo(say, failure)}
        </Banner>
      )}
      <DigitsField
        label={own ? say("comparing.digitsOwn", "The 20 digits on the other device") : say("comparing.digits", "The 20 digits that you hear")}
        length={LENGTH}
        group={GROUP}
        value={digits}
        onChange={setDigits}
        isReadOnly={busy}
        tooShort={say("comparing.tooShort", "Enter all 20 digits.")}
      />
      <Button type="submit" look="primary" size="large" wide isPending={busy}>
        {say("comparing.check", "Check the code")}
      </Button>
      {hasCamera() && (
        <Button wide onPress={() => setScanning(true)}>
          <ScanLine />
          {say("comparing.scan", "Scan the QR code instead")}
        </Button>
      )}
    </Form>
  );
}

/** Until somebody has read the code, these are words of the server. */
function WhoSays({ helpers, you: { name, email } }: Pick<Unconfirmed, "helpers" | "you">) {
  const say = useSay();
  const { account } = useSignedIn();
  const { language } = useDates();
  return (
    <>
      <FromServer>
        <Facts>
          <Fact name={say("comparing.account", "Account")}>
            <bdi>{read(account.displayName)}</bdi>
          </Fact>
          {helpers.length > 0 && (
            <Fact name={say("comparing.approves", "Can approve you")}>
              <bdi>{oneOf(helpers, language)}</bdi>
            </Fact>
          )}
        </Facts>
      </FromServer>
      <p className="hint">{say("comparing.you", "There you appear as {name}, {email}.", { name, email })}</p>
    </>
  );
}

function ReadAnswer({ ask, answer }: { ask: Unconfirmed["ask"]; answer: string }) {
  const say = useSay();
  return (
    <GateCard
      title={say("comparing.fits", "This is the right account")}
      lead={
        ask === "own device"
          ? say("comparing.answerOwn", "Type these 6 digits on your other device.")
          : say("comparing.answer", "Read these 6 digits back to the person who read the code to you.")
      }
    >
      <SafetyAnswer answer={answer} />
      <Banner tone="info">
        {say("comparing.then", "Once they are typed there, this browser is approved and opens. You can close this page until then.")}
      </Banner>
      <WaysOut canStartAgain />
    </GateCard>
  );
}
