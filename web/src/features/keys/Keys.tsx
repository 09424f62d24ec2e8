/** `/keys`: who can read what, who waits for a key, and what opens this person's own devices. */
import { Plus, RefreshCw } from "lucide-react";
import { useMemo, useState } from "react";

import { useOffer } from "../../components/commands/commands";
import { Aside } from "../../components/Border";
import { Button, ButtonLink } from "../../components/Button";
import { CreateButton } from "../../components/CreateButton";
import { Banner } from "../../components/Layout";
import { Columns, Page } from "../../components/Page";
import { PopUp } from "../../components/PopUp";
import { part } from "../../components/part";
import { EmptyState, Failed, Skeleton } from "../../components/States";
import { useNarrow } from "../../components/useNarrow";
import { sayThrown } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { KeyOverview } from "../../keyring/contract";
import { useKeyState } from "../../keyring/react";
import { useKeyOverview, type KeyOverviewRead } from "../../keyring/useKeyOverview";
import { usePeople, useRoleNames } from "../../lists/people/people";
import { useMay } from "../../session/useSession";
import { passkeysWork } from "../../keyring/webauthn/support";
import { DevicesCard } from "./DevicesCard";
import { GrantCard, Refused } from "./GrantCard";
import { HistoryCard } from "./HistoryCard";
import { LogCheckBanners } from "./LogCheckBanners";
import { MatrixCard } from "./MatrixCard";
import { namesOf } from "./names";
import { RecoveryCard } from "./RecoveryCard";
import { RollDialog } from "./RollDialog";
import { UnlockCard } from "./UnlockCard";

const AddPasskeyDialog = part(() => import("../../session/identity/AddPasskeyDialog"));
const RecoveredCard = part(() => import("./RecoveredCard"));
const RestartedCard = part(() => import("./RestartedCard"));
const WronglyShownCard = part(() => import("./WronglyShownCard"));

export default function Keys() {
  const say = useSay();
  const may = useMay();
  const state = useKeyState();
  const narrow = useNarrow();
  const read = useKeyOverview();
  const [adding, setAdding] = useState(false);
  const [rolling, setRolling] = useState<{ roleId: string | null }>();

  const ready = state.name === "ready";
  const mayRoll = ready && may("key.roll") && Boolean(read.overview?.roles.some(({ held }) => held));
  const canAdd = passkeysWork();

  useOffer([
    ...(canAdd
      ? [{ id: "add passkey", label: say("keys.addPasskey", "Add a passkey"), icon: Plus, keys: "C", group: "new" as const, run: () => setAdding(true) }]
      : []),
    ...(mayRoll
      ? [{ id: "roll", label: say("keys.rollTitle", "Roll a role key"), icon: RefreshCw, group: "act" as const, run: () => setRolling({ roleId: null }) }]
      : []),
  ]);

  return (
    <Page
      title={say("nav.keys", "Keys & devices")}
      padded
      actions={
        <>
          {mayRoll && !narrow && (
            <Button onPress={() => setRolling({ roleId: null })}>
              <RefreshCw />
              {say("keys.rollTitle", "Roll a role key")}
            </Button>
          )}
          {canAdd && <CreateButton label={say("keys.addPasskey", "Add a passkey")} onPress={() => setAdding(true)} />}
        </>
      }
    >
      <Content
        read={read}
        rolling={rolling}
        onRoll={mayRoll ? (roleId) => setRolling({ roleId }) : undefined}
        onRolled={() => setRolling(undefined)}
      />
      <PopUp onClose={() => setAdding(false)}>{adding && <AddPasskeyDialog onClose={() => setAdding(false)} />}</PopUp>
    </Page>
  );
}

interface ContentProps {
  read: KeyOverviewRead;
  rolling: { roleId: string | null } | undefined;
  onRoll: ((roleId: string) => void) | undefined;
  onRolled: () => void;
}

function Content({ read: { overview, failure, reload }, rolling, onRoll, onRolled }: ContentProps) {
  const say = useSay();
  const narrow = useNarrow();
  const state = useKeyState();
  const people = usePeople();
  const roles = useRoleNames();
  const [refused, setRefused] = useState<string>();
  const names = useMemo(
    () => overview && namesOf(say, { people, roles, overview }),
    [say, people, roles, overview],
  );

  if (state.name === "keyless") return <NoKeys />;
  if (state.name === "new" || state.name === "unset") return <NotSetUp mine={state.name === "new" || state.mine} />;
  if (!overview || !names)
    return failure ? (
      <Failed
        title={say("keys.failed", "The key record did not load")}
        message={sayThrown(say, failure.message)}
        told={failure}
        onRetry={reload}
      />
    ) : (
      <Skeleton lines={10} height={28} />
    );

  const grants = overview.waiting.map((grant) => (
    <GrantCard
      key={grant.deviceId}
      grant={grant}
      overview={overview}
      names={names}
      onDone={reload}
      onRefused={setRefused}
    />
  ));
  const comparisons = [
    ...overview.recovered.map((recovered) => (
      <Aside key={recovered.deviceId}>
        <RecoveredCard recovered={recovered} overview={overview} names={names} onDone={reload} />
      </Aside>
    )),
    ...overview.restarts.map((restarted) => (
      <Aside key={restarted.roleId}>
        <RestartedCard restarted={restarted} names={names} onDone={reload} />
      </Aside>
    )),
  ];
  return (
    <>
      {failure && (
        <Banner
          tone="warn"
          title={say("keys.stale", "The key record could not be checked again. Below is what this device last saw.")}
          actions={
            <Button size="small" onPress={reload}>
              {say("state.retry", "Try again")}
            </Button>
          }
        >
          {sayThrown(say, failure.message)}
        </Banner>
      )}
      <LogCheckBanners log={overview.log} />
      {overview.unshown.length > 0 && (
        <Banner tone="bad" title={say("keys.unshown", "A request for access could not be checked")}>
          {say("keys.unshownHow", "The key record names a device that waits for approval, and the server does not show its request or its person.")}
        </Banner>
      )}
      {refused && <Refused name={refused} onClose={() => setRefused(undefined)} />}
      <Columns
        main={
          <>
            {narrow && grants}
            {narrow && comparisons}
            <Aside>
              <WronglyShownCard />
            </Aside>
            <MatrixCard overview={overview} names={names} onGrant={showGrant} onRoll={onRoll} />
            <DevicesCard overview={overview} names={names} onDone={reload} />
            <HistoryCard history={overview.history} names={names} />
          </>
        }
        side={
          <>
            {!narrow && grants}
            {!narrow && comparisons}
            {state.name === "ready" && <RecoveryCard recovery={overview.recovery} onDone={reload} />}
            {state.name === "ready" && <UnlockCard locksAt={state.locksAt} canUsePasskey={passkeysWork() && opensByPassphrase(overview)} onDone={reload} />}
          </>
        }
      />
      {rolling && (
        <RollDialog overview={overview} names={names} roleId={rolling.roleId} onClose={onRolled} onDone={reload} />
      )}
    </>
  );
}

const opensByPassphrase = ({ devices }: KeyOverview): boolean => devices.some(({ current, by }) => current && by === "passphrase");

/** From the line of a role to the card that answers it. */
function showGrant(deviceId: string): void {
  const card = document.getElementById(`grant-${deviceId}`);
  card?.scrollIntoView({ block: "center" });
  card?.focus({ preventScroll: true });
}

function NoKeys() {
  const say = useSay();
  return (
    <EmptyState title={say("keys.keyless", "Your role has no keys")}>
      {say("keys.keylessWhat", "You see what happens and when, but no content. This device needs no keys.")}
    </EmptyState>
  );
}

function NotSetUp({ mine }: { mine: boolean }) {
  const say = useSay();
  return (
    <EmptyState
      title={say("keys.notSetUp", "This browser has no key yet")}
      actions={
        mine && (
          <ButtonLink look="primary" href="/welcome">
            {say("shell.setUp", "Set up this browser")}
          </ButtonLink>
        )
      }
    >
      {mine
        ? say("keys.notSetUpHow", "Choose how to unlock it. Then this page shows who can read what.")
        : say("shell.unset", "The owner has not set up the keys yet.")}
    </EmptyState>
  );
}
