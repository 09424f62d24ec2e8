/** A device waiting for approval: the safety code to compare, and approve or refuse. */
import { useState } from "react";

import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { Banner, Card, CardBody } from "../../components/Layout";
import { tell } from "../../components/notices";
import { relativeMoment } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { KeyOverview, WaitingGrant } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates, useSignedIn } from "../../session/useSession";
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
  const { user } = useSignedIn();
  const { language } = useDates();
  const now = useNow();
  const [refusing, setRefusing] = useState(false);
  const letIn = useAct(() => keyring.letIn(grant.deviceId));
  const refusal = useAct(() => keyring.refuse(grant.deviceId));

  const own = grant.userId === user.id;
  const name = names.firstName(grant.userId);
  const device = names.device(grant.deviceId);
  const count = rolesToGrant(grant, overview).length;

  async function grantKeys() {
    if (!(await letIn.run())) return;
    tell({
      title: own
        ? say("keys.ownReads", "{device} can read now", { device })
        : say("keys.readsNow", "{name} can read now", { name: names.person(grant.userId) }),
    });
    onDone();
  }

  async function refuse() {
    setRefusing(false);
    if (await refusal.run()) {
      onRefused(own ? device : names.person(grant.userId));
      onDone();
    }
  }

  const failure = letIn.failure ?? refusal.failure;

  return (
    <Card
      alarming
      title={
        own
          ? say("keys.grantOwn", "Approve your {device}", { device })
          : say("keys.grantTitle", "Approve {name}, {device}", { name, device })
      }
      end={
        <time className="hint" dateTime={grant.since}>
          {relativeMoment(grant.since, now, language)}
        </time>
      }
    >
      <CardBody>
        <div id={`grant-${grant.deviceId}`} tabIndex={-1} className={styles["text"]}>
          <Lead grant={grant} own={own} name={name} />
          {failure && (
            <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
              {whatToDo(say, failure.message)}
            </Banner>
          )}
          {count === 0 && (
            <Banner tone="info">
              {say("keys.holdsNone", "This browser has none of the keys that {name} needs. Someone who has them can approve.", { name })}
            </Banner>
          )}
          <Button
            look="primary"
            wide
            isDisabled={count === 0}
            writes
            isPending={letIn.busy}
            onPress={() => void grantKeys()}
          >
            {grant.proven
              ? say("keys.letIn", "Approve {count, plural, one {# key} other {# keys}}", { count })
              : say("keys.match", "They match, approve {count, plural, one {# key} other {# keys}}", { count })}
          </Button>
          <Button wide writes isPending={refusal.busy} onPress={() => setRefusing(true)}>
            {grant.proven ? say("keys.refuse", "Refuse") : say("keys.differ", "They differ")}
          </Button>
        </div>
      </CardBody>
      <ConfirmDialog
        title={say("keys.refuseTitle", "Refuse {name}?", { name: own ? device : name })}
        isOpen={refusing}
        onClose={() => setRefusing(false)}
        confirm={say("keys.refuseGo", "Refuse device")}
        onConfirm={() => void refuse()}
      >
        <p className="quiet">
          {say(
            "keys.refuseWhat",
            "The key record notes that the safety codes differ. This device never gets access. It has not seen anything so far.",
          )}
        </p>
      </ConfirmDialog>
    </Card>
  );
}

function Lead({ grant: { proven, mismatch }, own, name }: { grant: WaitingGrant; own: boolean; name: string }) {
  const say = useSay();
  if (mismatch)
    return (
      <>
        <Banner tone="bad" urgent title={say("keys.linkDiffers", "The link does not match")}>
          {say("keys.linkDiffersHow", "It was made for another person or role, or it was changed on the way.")}
        </Banner>
        <p className="quiet">
          {say("keys.compareAnyway", "Approve {name} only if the safety code is the same on both screens.", { name })}
        </p>
      </>
    );
  if (proven)
    return (
      <Banner tone="trust">
        {say("keys.proven", "{name} used your secure link. That confirms this browser, so there is no safety code to compare.", { name })}
      </Banner>
    );
  return (
    <p className="quiet">
      {own
        ? say("keys.compareOwn", "Compare the safety code with the one on your other screen. If one group differs, stop: someone may be intercepting.")
        : say("keys.compare", "Ask {name} to read out the safety code, by phone or face to face. If one group differs, stop: someone may be intercepting.", { name })}
    </p>
  );
}

/** What to do after the codes differed. */
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
        "Someone may be intercepting, or the safety code was read from another page. Meet, or call a number you know. Then invite again and hand over the secure link yourself.",
      )}
    </Banner>
  );
}
