/** I have devices, and this browser is none of them: two ways to become one. */
import { ChevronRight, KeyRound, Smartphone } from "lucide-react";
import { useState, type ComponentType, type ReactNode } from "react";
import { Link } from "react-aria-components/Link";
import { Button as AriaButton } from "react-aria-components/Button";

import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import type { KeyState } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { ServerWord } from "../../components/ServerWord";
import EndedBanner from "../../session/unlocking/EndedBanner";
import { ProtectionForm } from "../../session/unlocking/ProtectionForm";
import { saveText } from "../../session/unlocking/RecoveryKeyDialog";
import type { RecoveryFile } from "../../keyring/contract";
import { GateCard } from "./GateCard";
import { oneOf } from "./names";
import { SignOut } from "./SignOut";
import styles from "./unlock.module.css";

type ElsewhereState = Extract<KeyState, { name: "elsewhere" }>;

interface ElsewhereProps {
  elsewhere: ElsewhereState;
  onSaved: (file: RecoveryFile) => void;
}

export function Elsewhere({ elsewhere: { devices, helpers, ended }, onSaved }: ElsewhereProps) {
  const say = useSay();
  const keyring = useKeyring();
  const { language } = useDates();
  const [asking, setAsking] = useState(false);
  const latest = [...devices].sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))[0];

  if (asking)
    return (
      <GateCard
        title={say("elsewhere.protect", "Choose how to unlock this browser")}
        lead={say("elsewhere.protectLead", "Then approve it on one of your other devices.")}
      >
        <ProtectionForm
          onChoose={async (protection, name) => {
            const saved = await keyring.createDevice(protection, name);
            saveText(saved);
            onSaved(saved);
          }}
        />
        <Button look="quiet" onPress={() => setAsking(false)}>
          {say("elsewhere.back", "Choose another way")}
        </Button>
      </GateCard>
    );

  return (
    <GateCard
      title={
        ended && ended.how !== "refused"
          ? say("elsewhere.ended", "This browser can no longer read")
          : say("elsewhere.title", "This device cannot read anything yet")
      }
      lead={say(
        "elsewhere.lead",
        "You are signed in. Your documents stay locked until you approve this device on another one, or use your recovery key.",
      )}
    >
      {ended && <EndedBanner ended={ended} />}
      <AriaButton className={styles["way"]} onPress={() => setAsking(true)}>
        <Way icon={Smartphone} title={say("elsewhere.other", "Approve on another device")}>
          {say("elsewhere.otherHint", "Open Keys & devices on your other device.")}
          {latest?.name && (
            <>
              <br />
              <ServerWord inside>
                <bdi>{latest.name}</bdi> · {relativeMoment(latest.lastSeenAt, new Date(), language)}
              </ServerWord>
            </>
          )}
        </Way>
      </AriaButton>
      <Link className={styles["way"]} href="/recover">
        <Way icon={KeyRound} title={say("locked.recover", "Use recovery key")}>
          {say("elsewhere.file", "The text file you saved when you set up your first device.")}
        </Way>
      </Link>
      {helpers.length > 0 && (
        <Banner tone="info" title={say("elsewhere.neither", "You have neither?")}>
          {say("elsewhere.helpers", "{names} can remove you from the account and invite you again. You then start with a new key.", { names: oneOf(helpers, language) })}
        </Banner>
      )}
      <SignOut />
    </GateCard>
  );
}

function Way({ icon: Icon, title, children }: { icon: ComponentType; title: string; children: ReactNode }) {
  return (
    <>
      <span className={styles["wayIcon"]}>
        <Icon />
      </span>
      <span className={styles["wayText"]}>
        <b>{title}</b>
        <span className="hint">{children}</span>
      </span>
      <ChevronRight className="turns" />
    </>
  );
}
