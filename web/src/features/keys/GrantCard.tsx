/** Somebody waits for approval: who it is, how they came, and what this person adds to let them read. */
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { Banner, Card, CardBody } from "../../components/Layout";
import { ServerWord } from "../../components/ServerWord";
import { tell } from "../../components/notices";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { GivenRole, KeyOverview, WaitingGrant } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import { ByAnswer, ByLink } from "./Approving";
import { NewcomerFacts } from "./NewcomerFacts";
import { barOf, sayBar } from "./bars";
import styles from "./Keys.module.css";
import { rolesToGrant } from "./matrix";
import type { Names } from "./names";

interface GrantCardProps {
  grant: WaitingGrant;
  overview: KeyOverview;
  names: Names;
  onDone: () => void;
  /** Tells the page who was refused, so that it can say what to do next. */
  onRefused: (name: string) => void;
}

export function GrantCard({ grant, overview, names, onDone, onRefused }: GrantCardProps) {
  const say = useSay();
  const keyring = useKeyring();
  const { language } = useDates();
  const now = useNow();
  const [blocking, setBlocking] = useState(false);
  const [chosen, setChosen] = useState<GivenRole | null>(null);
  const refusal = useAct(() => keyring.refuse(grant.deviceId));

  const { own, proven } = grant;
  const device = names.device(grant.deviceId);
  const told = names.toldDevice(grant.deviceId);
  const called = grant.name || grant.email;
  const person = grant.confirmedName ? called : say("people.unconfirmed", "(unconfirmed) {name}", { name: called });
  // A part of a name that nobody has signed is no name.
  const name = grant.confirmedName ? (called.split(/\s+/)[0] ?? "") : person;
  // Of a role that nobody has signed the server alone speaks: it is never the one that is given for it.
  const given = grant.role?.signed ? grant.role : chosen;
  const role = given ? names.role(given.roleId) : "";
  const bar = barOf(grant, rolesToGrant(grant, overview).length + grant.choices.length);

  function approved() {
    tell({
      title: own
        ? say("keys.ownReads", "Your new device can read now")
        : say("keys.readsNow", "{name} can read what {role} reads now", { name: person, role }),
    });
    onDone();
  }

  async function block() {
    setBlocking(false);
    if (!(await refusal.run())) return;
    if (!own) onRefused(person);
    onDone();
  }

  const Approving = proven ? ByLink : ByAnswer;
  return (
    <Card
      alarming
      title={
        own
          ? say("keys.grantOwn", "Approve your new device")
          : say("keys.grantTitle", "Approve {name}, {device}", { name, device })
      }
      end={
        <ServerWord>
          <time className="hint" dateTime={grant.since}>
            {relativeMoment(grant.since, now, language)}
          </time>
        </ServerWord>
      }
    >
      <CardBody>
        <div id={`grant-${grant.deviceId}`} tabIndex={-1} className={styles["text"]}>
          {grant.mismatch && (
            <Banner tone="bad" urgent title={say("keys.linkDiffers", "The link does not match")}>
              {say("keys.linkDiffersHow", "It was made for another person or role, or it was changed on the way.")}
            </Banner>
          )}
          {own && told !== null && (
            <p>
              <ServerWord>
                <bdi>{told}</bdi>
              </ServerWord>
            </p>
          )}
          {!own && <NewcomerFacts grant={grant} given={given} names={names} />}
          {refusal.failure && (
            <Banner tone="bad" urgent title={sayThrown(say, refusal.failure.message)}>
              {whatToDo(say, refusal.failure)}
            </Banner>
          )}
          {bar ? (
            <Banner tone={bar === "name" ? "warn" : "info"}>{sayBar(say, bar, { name, role })}</Banner>
          ) : (
            <Approving grant={grant} given={given} onChoose={setChosen} names={names} name={name} role={role} onApproved={approved} onBlock={() => setBlocking(true)} />
          )}
          <Button look={proven && !own ? "plain" : "quiet"} wide writes isPending={refusal.busy} onPress={() => setBlocking(true)}>
            {proven || own ? say("keys.refuse", "Refuse") : say("keys.theyRefusedIt", "{name}'s browser did not accept the code", { name })}
          </Button>
        </div>
      </CardBody>
      <ConfirmDialog
        title={own ? say("keys.refuseOwnTitle", "Refuse this device?") : say("keys.refuseTitle", "Block {name}?", { name: `${name}, ${device}` })}
        isOpen={blocking}
        onClose={() => setBlocking(false)}
        confirm={own ? say("keys.refuse", "Refuse") : say("keys.block", "Block this device")}
        onConfirm={() => void block()}
      >
        <p className="quiet">
          {own
            ? say("keys.refuseOwnWhat", "Its request ends and it never gets access. If you did not start this, someone else can sign in as you: change your password and sign out your other sessions.")
            : say("keys.refuseWhat", "The key record notes that this device was refused. It never gets access. It has not seen anything so far.")}
        </p>
      </ConfirmDialog>
    </Card>
  );
}

/** What to do after a device was blocked. */
export function Refused({ name, onClose }: { name: string; onClose: () => void }) {
  const say = useSay();
  return (
    <Banner
      tone="warn"
      urgent
      title={say("keys.refusedTitle", "{name} was refused", { name })}
      actions={
        <Button size="small" onPress={onClose}>
          {say("keys.understood", "OK")}
        </Button>
      }
    >
      {say(
        "keys.refusedHow",
        "Someone may be intercepting, or the digits were read from another page. Meet, or call a number you know. Then invite again and hand over the secure link yourself.",
      )}
    </Banner>
  );
}
