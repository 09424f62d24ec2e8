/** `/keys`: who can read what, who waits to be let in, my devices, my recovery key. */
import { Lock, RefreshCw } from "lucide-react";
import { useState } from "react";

import { useListMembersQuery } from "../../api/accounts";
import { Button } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { Columns, Page } from "../../components/Page";
import { EmptyState, Skeleton } from "../../components/States";
import { useSay } from "../../i18n/say";
import { useKeyring, useKeyState } from "../../keyring/react";
import { useOverview } from "../../keyring/useOverview";
import { useMay } from "../../session/useSession";
import { Devices } from "./Devices";
import { GrantCard } from "./GrantCard";
import { History } from "./History";
import { Matrix } from "./Matrix";
import { peopleOf } from "./people";
import { RecoveryCard } from "./RecoveryCard";
import { RollDialog } from "./RollDialog";

export default function Keys() {
  const say = useSay();
  const may = useMay();
  const keyring = useKeyring();
  const keys = useKeyState();
  const overview = useOverview();
  const { data: members = [] } = useListMembersQuery(undefined, { skip: !may("member.list") });
  const [rolling, setRolling] = useState(false);
  const people = peopleOf(members);

  if (keys.name === "keyless")
    return (
      <Page title={say("nav.keys", "Keys & devices")}>
        <EmptyState title={say("keys.keyless", "Your role reads facts and no content")}>
          {say("keys.keylessHow", "It has no key, so no device is needed. Titles and files stay sealed for you.")}
        </EmptyState>
      </Page>
    );

  return (
    <Page
      title={say("nav.keys", "Keys & devices")}
      padded
      actions={
        may("key.roll") &&
        keys.name === "ready" && (
          <Button onPress={() => setRolling(true)}>
            <RefreshCw />
            {say("keys.roll", "Roll a role key")}
          </Button>
        )
      }
    >
      {!overview ? (
        <Skeleton lines={8} height={32} />
      ) : (
        <Columns
          main={
            <>
              <Matrix overview={overview} people={people} />
              <Devices overview={overview} />
              <History overview={overview} people={people} />
            </>
          }
          side={
            <>
              {overview.waiting.map((grant) => (
                <GrantCard key={grant.deviceId} grant={grant} people={people} />
              ))}
              <RecoveryCard recovery={overview.recovery} />
              <Card title={say("keys.unlock", "Unlock")}>
                <CardBody>
                  <p className="quiet">
                    {say("keys.unlockHow", "The device key stays unlocked for 24 hours after last use.")}
                  </p>
                  <Button wide isDisabled={keys.name !== "ready"} onPress={() => void keyring.lock()}>
                    <Lock />
                    {say("lock.now", "Lock now")}
                  </Button>
                </CardBody>
              </Card>
            </>
          }
        />
      )}
      {rolling && overview && <RollDialog overview={overview} onClose={() => setRolling(false)} />}
    </Page>
  );
}
