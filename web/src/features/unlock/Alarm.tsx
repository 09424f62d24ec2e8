/** The key record is not what this browser knows of it. Nothing else is on the page, and no answer of the server ends it. */
import { Download, OctagonAlert } from "lucide-react";
import type { ReactNode } from "react";

import { useAct } from "../../api/useAct";
import { Button, ButtonLink } from "../../components/Button";
import { formatMoment } from "../../dates/moments";
import { useSay, type Say } from "../../i18n/say";
import type { KeyState } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { carriedFragments } from "../../session/carriedLinks";
import { useDates } from "../../session/useSession";
import { SignOut } from "./SignOut";
import styles from "./unlock.module.css";

type AlarmState = Extract<KeyState, { name: "alarm" }>;

export function Alarm({ alarm }: { alarm: AlarmState }) {
  const say = useSay();
  const dates = useDates();
  const { title, what } = wordsOf(say, alarm.kind);
  const brought = alarm.kind === "link" || alarm.kind === "file";

  return (
    <div className={styles["full"]}>
      <section className={styles["alarm"]} role="alert">
        <OctagonAlert />
        <h1>{title}</h1>
        <p>{what}</p>
        <p className="quiet">{say("alarm.since", "Since {when}", { when: formatMoment(new Date(alarm.since).toISOString(), dates) })}</p>
        {alarm.kind === "authority" && (
          <p className="mono">
            <bdi>{alarm.message}</bdi>
          </p>
        )}
        <div className={styles["row"]}>
          {!brought && <Evidence of={alarm} />}
          <Onwards kind={alarm.kind} />
        </div>
      </section>
    </div>
  );
}

function wordsOf(say: Say, kind: AlarmState["kind"]): { title: string; what: string } {
  const stopped = say("alarm.what", "Coffer stopped here. Save the evidence and contact the account owner through a channel you trust.");
  switch (kind) {
    case "invitation":
      return { title: say("alarm.invitation", "The record of this account does not match your invitation. Do not enter anything."), what: stopped };
    case "missing":
      return {
        title: say("alarm.missing", "The server no longer shows the record of this account."),
        what: say(
          "alarm.missingWhat",
          "Coffer saves and shares nothing until it does. What you were writing is kept on this device. If it stays like this, contact the account owner through a channel you trust.",
        ),
      };
    case "link":
      return {
        title: say("alarm.link", "This link belongs to another account than the server opened."),
        what: say(
          "alarm.linkWhat",
          "Sign in with the address that was invited, or ask the person who sent you the link. Without the link you compare a safety code before you can read anything.",
        ),
      };
    case "file":
      return {
        title: say("alarm.file", "This recovery key belongs to another account than the server opened."),
        what: say("alarm.fileWhat", "Switch to the account of the recovery key, then use it there. Nothing was changed."),
      };
    case "fork":
    case "recovered":
    case "authority":
      return { title: say("alarm.fork", "The key record was changed. Do not enter anything."), what: stopped };
  }
}

function Evidence({ of: { evidence } }: { of: AlarmState }) {
  const say = useSay();

  function save() {
    const url = URL.createObjectURL(evidence);
    const link = document.createElement("a");
    link.href = url;
    link.download = `key-record-${new Date().toISOString().slice(0, 10)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }

  return (
    <Button look="primary" onPress={save}>
      <Download />
      {say("alarm.save", "Save evidence")}
    </Button>
  );
}

/** The page that the link opened, where its account can be entered instead. */
function BackToInvitation() {
  const say = useSay();
  const [carried] = carriedFragments();
  if (!carried) return null;
  return (
    <ButtonLink look="primary" href={`/join/${carried.id}`}>
      {say("alarm.invitationAgain", "Back to the invitation")}
    </ButtonLink>
  );
}

/** The ways on that a person has: none of them is taken by anything that the server sends. */
function Onwards({ kind }: { kind: AlarmState["kind"] }): ReactNode {
  const say = useSay();
  const keyring = useKeyring();
  const again = useAct(() => keyring.tryAgain());
  const drop = useAct(() => keyring.dropLink());
  switch (kind) {
    case "authority":
      return <Button onPress={() => void keyring.acknowledge()}>{say("alarm.read", "I have read this. Continue")}</Button>;
    case "link":
      return (
        <>
          <BackToInvitation />
          <Button look="plain" isPending={drop.busy} onPress={() => void drop.run()}>
            {say("alarm.drop", "Drop the link")}
          </Button>
          <SignOut />
        </>
      );
    default:
      return (
        <Button isPending={again.busy} onPress={() => void again.run()}>
          {say("state.retry", "Try again")}
        </Button>
      );
  }
}
