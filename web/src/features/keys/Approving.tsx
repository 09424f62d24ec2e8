/** The two ways to approve somebody: the secure link has proven them, or they read back what was read to them. */
import type { ApiFailure } from "../../api/failure";
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Aside } from "../../components/Border";
import { Button } from "../../components/Button";
import { DigitsField } from "../../components/DigitsField";
import { Form } from "../../components/Form";
import { Banner } from "../../components/Layout";
import { part } from "../../components/part";
import { Select } from "../../components/Select";
import { SafetyCode } from "../../components/SafetyCode";
import { Skeleton } from "../../components/States";
import { Checkbox } from "../../components/Tick";
import { useSay, type Say } from "../../i18n/say";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import type { GivenRole, LettingIn, WaitingGrant } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import styles from "./Keys.module.css";
import type { Names } from "./names";
import { useCodeToRead } from "./useCodeToRead";

const QrPicture = part(() => import("../../components/QrPicture"));

interface ApprovingProps {
  grant: WaitingGrant;
  /** What is given; nothing for a device of one's own, and before one was chosen where none was signed. */
  given: GivenRole | null;
  onChoose: (role: GivenRole) => void;
  names: Names;
  /** What the person is called here, and the role that is given. */
  name: string;
  role: string;
  onApproved: () => void;
  onBlock: () => void;
}

const ANSWER = 6;
const GROUP = 3;
/** So many answers that differ are no slip of the tongue any more. */
const TRIES = 3;

const sayApprove = (say: Say, own: boolean, { name, role }: { name: string; role: string }): string =>
  own
    ? say("keys.letInOwn", "Approve this device")
    : role
      ? say("keys.letIn", "Approve {name} as {role}", { name, role })
      : say("keys.letInUnchosen", "Approve {name}", { name });

/** Lets in, and says how many answers in a row did not fit. */
function useLetIn({ deviceId }: WaitingGrant, onApproved: () => void, onWrong?: () => void) {
  const keyring = useKeyring();
  const [wrong, setWrong] = useState(0);
  const act = useAct(async (how: LettingIn) => {
    const count = await keyring.letIn(deviceId, how);
    setWrong(count);
    if (count > 0) onWrong?.();
    else onApproved();
  });
  return { ...act, wrong };
}

export function ByLink({ grant, given, names, name, role, onApproved }: ApprovingProps) {
  const say = useSay();
  const { run, busy, failure } = useLetIn(grant, onApproved);
  const [further, setFurther] = useState<readonly string[]>([]);
  return (
    <>
      <Banner tone="trust">
        {grant.own
          ? say("keys.provenOwn", "This device came by the link that you made here. That confirms it, so there is no safety code to compare.")
          : say("keys.proven", "{name} used your secure link. That confirms this browser, so there is no safety code to compare.", { name })}
      </Banner>
      {failure && <Failure failure={failure} />}
      <FurtherRoles grant={grant} names={names} chosen={further} onChoose={setFurther} />
      <Button look="primary" wide writes isPending={busy} onPress={() => void run({ role: given, further })}>
        {sayApprove(say, grant.own, { name, role })}
      </Button>
    </>
  );
}

export function ByAnswer(props: ApprovingProps) {
  const say = useSay();
  const { grant, name } = props;
  const [answer, setAnswer] = useState("");
  // The next answer is heard anew.
  const { run, busy, failure, wrong } = useLetIn(grant, props.onApproved, () => setAnswer(""));
  if (wrong >= TRIES) return <Intercepted name={name} own={grant.own} onBlock={props.onBlock} />;
  return (
    <>
      <p className="quiet">
        {grant.own
          ? say("keys.typeThere", "Type these digits on the other device, as you see them here. Do not send them.")
          : say("keys.readOut", "Read these digits to {name}, in a call or in the same room. Do not send them.", { name })}
      </p>
      <Code deviceId={grant.deviceId} />
      {wrong > 0 && (
        <Banner
          tone="warn"
          urgent
          title={
            grant.own
              ? say("keys.answerDiffersOwn", "These are not the digits on the other device.")
              : say("keys.answerDiffers", "These are not the digits on {name}'s screen.", { name })
          }
        >
          {grant.own
            ? say("keys.answerLookAgain", "Look there again, and type the 6 digits that it shows.")
            : say("keys.answerAskAgain", "Ask {name} to read them again.", { name })}
        </Banner>
      )}
      {failure && <Failure failure={failure} />}
      <Answer {...props} answer={answer} onChange={setAnswer} busy={busy} onSend={(how) => void run(how)} />
    </>
  );
}

interface AnswerProps extends ApprovingProps {
  answer: string;
  onChange: (answer: string) => void;
  busy: boolean;
  onSend: (how: LettingIn) => void;
}

function Answer({ grant, given, onChoose, names, name, role, answer, onChange, busy, onSend }: AnswerProps) {
  const say = useSay();
  const [further, setFurther] = useState<readonly string[]>([]);
  return (
    <Form className={styles["form"]} onSend={() => onSend({ answer, role: given, further })}>
      {grant.choices.length > 0 && <RoleChoice grant={grant} given={given} onChoose={onChoose} names={names} name={name} />}
      <DigitsField
        label={grant.own ? say("keys.answerOwn", "The 6 digits that the other device shows then") : say("keys.answer", "{name} reads 6 digits back", { name })}
        length={ANSWER}
        group={GROUP}
        value={answer}
        onChange={onChange}
        isReadOnly={busy}
        tooShort={say("keys.answerShort", "Enter all 6 digits.")}
      />
      <FurtherRoles grant={grant} names={names} chosen={further} onChoose={setFurther} />
      <Button type="submit" look="primary" wide writes isPending={busy}>
        {sayApprove(say, grant.own, { name, role })}
      </Button>
    </Form>
  );
}

export function Code({ deviceId }: { deviceId: string }) {
  const say = useSay();
  const { code, failure, again } = useCodeToRead(deviceId);
  if (failure)
    return (
      <Banner
        tone="bad"
        urgent
        title={say("keys.codeFailed", "The safety code could not be worked out")}
        actions={
          <Button size="small" onPress={again}>
            {say("state.retry", "Try again")}
          </Button>
        }
      >
        {sayThrown(say, failure.message)}
      </Banner>
    );
  if (code === null) return <Banner tone="info">{say("keys.codeGone", "This device is no longer waiting.")}</Banner>;
  if (code === undefined) return <Skeleton lines={2} height={48} />;
  return (
    <>
      <SafetyCode code={code.code} />
      <Aside>
        <QrPicture text={code.qr} label={say("keys.qr", "The same as a QR code, for a camera beside you")} />
      </Aside>
    </>
  );
}

/** Three answers that differ: what it may mean, and what is left to do. A device of one's own is in no record yet: its request is refused under it. */
function Intercepted({ name, own, onBlock }: { name: string; own: boolean; onBlock: () => void }) {
  const say = useSay();
  if (own)
    return (
      <Banner tone="bad" urgent title={say("keys.answerDiffersOwn", "These are not the digits on the other device.")}>
        {say("keys.interceptedOwn", "That was the third time. Someone may be intercepting this connection. Do not approve this device. Cancel there, and start again over another network.")}
      </Banner>
    );
  return (
    <Banner
      tone="bad"
      urgent
      title={say("keys.answerDiffers", "These are not the digits on {name}'s screen.", { name })}
      actions={
        <Button look="danger" size="small" writes onPress={onBlock}>
          {say("keys.block", "Block this device")}
        </Button>
      }
    >
      {say("keys.intercepted", "That was the third time. Someone may be intercepting this connection. Block the device, then talk to each other before you start again.")}
    </Banner>
  );
}

/** Which role somebody gets whom no signed invitation speaks of: whoever approves says it. */
function RoleChoice({ grant: { choices }, given, onChoose, names, name }: Pick<ApprovingProps, "grant" | "given" | "onChoose" | "names" | "name">) {
  const say = useSay();
  return (
    <Select
      label={say("keys.role", "Role")}
      hint={say("keys.roleUnsigned", "No signed invitation says which role {name} gets. Choose the one that you agreed on.", { name })}
      options={choices.map(({ roleId }) => ({ value: roleId, label: names.role(roleId) }))}
      value={given?.roleId ?? null}
      onChange={(id) => {
        const chosen = choices.find(({ roleId }) => roleId === id);
        if (chosen) onChoose(chosen);
      }}
      isRequired
    />
  );
}

/** Roles that belong beside the one of the invitation; nobody gets them without a tick. */
function FurtherRoles({ grant: { further }, names, chosen, onChoose }: {
  grant: WaitingGrant; names: Names; chosen: readonly string[]; onChoose: (roles: readonly string[]) => void;
}) {
  const say = useSay();
  if (further.length === 0) return null;
  return (
    <div role="group" aria-label={say("keys.further", "Also give")} className={styles["stack"]}>
      <p className="hint">{say("keys.further", "Also give")}</p>
      {further.map((role) => (
        <Checkbox
          key={role}
          isSelected={chosen.includes(role)}
          onChange={(on) => onChoose(on ? [...chosen, role] : chosen.filter((one) => one !== role))}
        >
          <bdi>{names.role(role)}</bdi>
        </Checkbox>
      ))}
    </div>
  );
}

function Failure({ failure }: { failure: ApiFailure }) {
  const say = useSay();
  return (
    <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
      {whatToDo(say, failure)}
    </Banner>
  );
}
