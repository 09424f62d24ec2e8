/** What to do first, the next step with its button; gone when all is done, or when somebody puts it away. */
import { Check, ChevronRight, Rocket, X } from "lucide-react";
import { useState } from "react";
import { Link } from "react-aria-components/Link";

import { useOffer } from "../../components/commands/commands";
import { Button, ButtonLink } from "../../components/Button";
import { Card } from "../../components/Layout";
import { Bar } from "../../components/Marks";
import { tell } from "../../components/notices";
import { useSay, type Say } from "../../i18n/say";
import { useKeyState } from "../../keyring/react";
import { useOverview } from "../../keyring/useOverview";
import { useMembers } from "../../lists/people/people";
import { keep, recall } from "../../browser/preferences";
import { useMay, useSignedIn } from "../../session/useSession";
import styles from "./Dashboard.module.css";
import { stepsOf, type Step, type StepId } from "./steps";

interface SetUpListProps {
  /** Documents that this device has verified, and those of them with a last day; null where that is not known. */
  documents: number | null;
  dated: number | null;
  /** The account is empty: the list is what its page begins with. */
  first?: boolean;
}

export function SetUpList({ documents, dated, first = false }: SetUpListProps) {
  const say = useSay();
  const may = useMay();
  const keys = useKeyState().name;
  const overview = useOverview();
  const { user, account } = useSignedIn();
  const others = useMembers().filter(({ id, standing }) => id !== user.id && standing === "signed").length;
  const [isAway, putAway] = usePutAway(`${account.id}.${user.id}`);
  const steps = stepsOf({ keys, overview, documents, dated, others, mayAdd: may("document.create"), mayInvite: may("invitation.create") });
  const next = steps?.find(({ done }) => !done);

  const again = say("setup.again", "Show the first steps");
  useOffer(next && isAway ? [{ id: "first steps", label: again, icon: Rocket, group: "act", run: () => putAway(false) }] : []);
  if (!steps || !next || isAway) return null;

  function hide() {
    putAway(true);
    tell({ title: say("setup.hidden", "First steps hidden"), undo: () => putAway(false) });
  }

  const done = steps.filter((step) => step.done).length;
  const progress = say("setup.progress", "{done} of {count}", { done, count: steps.length });
  return (
    <Card
      title={first ? say("setup.first", "Get started") : say("setup.title", "Finish setting up")}
      end={
        <>
          <span className="hint num">{progress}</span>
          <Button look="quiet" size="small" icon aria-label={say("setup.hide", "Hide the first steps")} onPress={hide}>
            <X />
          </Button>
        </>
      }
    >
      <div className={styles["setup"]}>
        <Bar value={done / steps.length} label={progress} />
        <ol>
          {steps.map((step) => (
            <StepLine key={step.id} step={step} isNext={step === next} first={first} />
          ))}
        </ol>
      </div>
    </Card>
  );
}

function StepLine({ step: { id, done }, isNext, first }: { step: Step; isNext: boolean; first: boolean }) {
  const say = useSay();
  const { label, how, act, href } = wordsOf(say, id);
  return (
    <li data-done={done || undefined} aria-current={isNext ? "step" : undefined}>
      <span className={styles["ring"]} aria-hidden>
        {done && <Check />}
      </span>
      {done ? (
        <span>
          <s>{label}</s> <span className="unseen">{say("upload.done", "Done")}</span>
        </span>
      ) : isNext ? (
        <div className={styles["next"]}>
          <b>{label}</b>
          <p className="quiet">{how}</p>
          <ButtonLink look={first ? "primary" : "plain"} size="small" href={href}>
            {act}
          </ButtonLink>
        </div>
      ) : (
        <Link href={href}>
          {label}
          <ChevronRight className="turns" />
        </Link>
      )}
    </li>
  );
}

interface StepWords {
  label: string;
  how: string;
  /** What its button says. */
  act: string;
  href: string;
}

function wordsOf(say: Say, id: StepId): StepWords {
  switch (id) {
    case "unlock":
      return {
        label: say("setup.unlock", "Set up this browser"),
        how: say("setup.unlock.how", "Choose a passkey or a pass-phrase. Until then nothing can be encrypted or opened here."),
        act: say("setup.unlock.act", "Set up"),
        href: "/welcome",
      };
    case "save":
      return {
        label: say("setup.save", "Save the recovery key"),
        how: say("home.recoveryHow", "If you lose every device, it is the only way back to your documents."),
        act: say("home.recoveryTest", "Test your copy"),
        href: "/keys",
      };
    case "upload":
      return {
        label: say("setup.upload", "Upload a first document"),
        how: say("setup.upload.how", "A passport, a contract, an insurance policy. It is encrypted on this device before the upload starts."),
        act: say("nav.upload", "Upload files"),
        href: "/documents?upload=1",
      };
    case "expiry":
      return {
        label: say("setup.expiry", "Set an expiry date"),
        how: say("setup.expiry.how", "Open a document and say until when it is valid. Coffer reminds you in time."),
        act: say("setup.expiry.act", "Open documents"),
        href: "/documents",
      };
    case "device":
      return {
        label: say("setup.device", "Add a second device"),
        how: say("setup.device.how", "Sign in on your phone or another computer, then approve it here. If you lose one, the other still opens everything."),
        act: say("setup.device.act", "Open Keys & devices"),
        href: "/keys",
      };
    case "invite":
      return {
        label: say("setup.invite", "Invite someone"),
        how: say("setup.invite.how", "They read what is shared with their role, and nothing else."),
        act: say("members.invite", "Invite"),
        href: "/members",
      };
    case "test":
      return {
        label: say("setup.test", "Test your recovery key"),
        how: say("setup.test.how", "Make sure that your copy works before you need it."),
        act: say("keys.test", "Test"),
        href: "/keys",
      };
  }
}

/** Kept in this browser, for one person in one account. */
function usePutAway(name: string): [boolean, (away: boolean) => void] {
  const stored = `firstSteps.${name}`;
  const [isAway, setAway] = useState(() => recall(stored, false));
  return [
    isAway,
    (away) => {
      keep(stored, away);
      setAway(away);
    },
  ];
}
