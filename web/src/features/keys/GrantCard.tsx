/** Somebody waits: read the code to each other, then say whether it is the same. */
import { useState } from "react";

import { useListRolesQuery } from "../../api/accounts";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/Dialog";
import { Banner, Card, CardBody } from "../../components/Layout";
import { tell } from "../../components/notices";
import { SafetyCode } from "../../components/SafetyCode";
import { sayThrown } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { WaitingGrant } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { firstName, nameOf, type People } from "./people";
import styles from "./Keys.module.css";

interface GrantCardProps {
  grant: WaitingGrant;
  people: People;
}

export function GrantCard({ grant, people }: GrantCardProps) {
  const say = useSay();
  const keyring = useKeyring();
  const { data: roles = [] } = useListRolesQuery();
  const [differing, setDiffering] = useState(false);
  const name = nameOf(people, grant.userId, say);
  const person = firstName(name);
  const names = grant.roleIds.flatMap((id) => roles.find((role) => role.id === id)?.name ?? []).join(", ");

  const { run, busy, failure } = useAct(async () => {
    await keyring.letIn(grant.deviceId);
    tell({ title: say("grant.done", "{person} can read now", { person }) });
  });

  return (
    <Card alarming title={say("grant.title", "Let {person} in: {device}", { person, device: grant.deviceName })}>
      <CardBody>
        {grant.mismatch && (
          <Banner tone="bad" title={say("grant.mismatch", "The link does not match")}>
            {say("grant.mismatchHow", "Compare the code before anything else.")}
          </Banner>
        )}
        {failure && (
          <Banner tone="bad" urgent>
            {sayThrown(say, failure.message)}
          </Banner>
        )}
        {names && <p className="quiet">{say("grant.roles", "Reads for: {roles}", { roles: names })}</p>}
        <p className="quiet">
          {say("grant.how", "Ask {person} to read the safety code to you. If one group differs, stop: someone may be in between.", {
            person,
          })}
        </p>
        <SafetyCode code={grant.safetyCode} />
        <div className={styles["answers"]}>
          <Button look="primary" isPending={busy} onPress={() => void run()}>
            {say("grant.match", "They match")}
          </Button>
          <Button onPress={() => setDiffering(true)}>{say("grant.differ", "They differ")}</Button>
        </div>
      </CardBody>
      <ConfirmDialog
        title={say("grant.refuseTitle", "Refuse this device?")}
        isOpen={differing}
        onClose={() => setDiffering(false)}
        confirm={say("grant.refuse", "Refuse {device}", { device: grant.deviceName })}
        onConfirm={() => keyring.refuse(grant.deviceId)}
      >
        <p>
          {say(
            "grant.refuseHow",
            "The device is blocked and the owners are told. Call {person} on a number that you know, and look at the audit log.",
            { person },
          )}
        </p>
      </ConfirmDialog>
    </Card>
  );
}
