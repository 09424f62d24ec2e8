/** I have devices, and this browser is none of them: three ways to become one. */
import { ChevronRight, KeyRound, Smartphone, Users } from "lucide-react";
import { useState, type ComponentType, type ReactNode } from "react";
import { Link } from "react-aria-components/Link";
import { Button as AriaButton } from "react-aria-components/Button";

import { relativeMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import type { KeyState } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import { Button } from "../../components/Button";
import EndedBanner from "../../unlocking/EndedBanner";
import { ProtectionForm } from "../../unlocking/ProtectionForm";
import { RecoveryKeyDialog, saveText } from "../../unlocking/RecoveryKeyDialog";
import type { RecoveryFile } from "../../keyring/contract";
import { GateCard } from "./GateCard";
import { names } from "./names";
import { SignOut } from "./SignOut";
import styles from "./unlock.module.css";

type ElsewhereState = Extract<KeyState, { name: "elsewhere" }>;

export function Elsewhere({ elsewhere: { devices, helpers, ended } }: { elsewhere: ElsewhereState }) {
  const say = useSay();
  const keyring = useKeyring();
  const { language } = useDates();
  const [asking, setAsking] = useState<"device" | "colleague">();
  const [file, setFile] = useState<RecoveryFile>();
  const latest = [...devices].sort((a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt))[0];

  if (asking)
    return (
      <GateCard
        title={say("elsewhere.protect", "Choose how to unlock this browser")}
        lead={
          asking === "device"
            ? say("elsewhere.protectLead", "Then approve it on one of your other devices.")
            : say("elsewhere.colleagueLead", "Read a safety code to {names}, who approves this browser under Keys & devices.", {
                names: names(helpers, language),
              })
        }
      >
        <ProtectionForm
          onChoose={async (protection, name) => {
            const saved = await keyring.createDevice(protection, name);
            saveText(saved);
            setFile(saved);
          }}
        />
        <Button look="quiet" onPress={() => setAsking(undefined)}>
          {say("elsewhere.back", "Choose another way")}
        </Button>
        {file && <RecoveryKeyDialog file={file} onDone={() => setAsking(undefined)} />}
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
        "You are signed in. Your documents stay locked until you approve this device on another one, a colleague approves it, or you use your recovery key.",
      )}
    >
      {ended && <EndedBanner ended={ended} />}
      <AriaButton className={styles["way"]} onPress={() => setAsking("device")}>
        <Way icon={Smartphone} title={say("elsewhere.other", "Approve on another device")}>
          {latest?.name
            ? say("elsewhere.otherSeen", "{device} was active {when}. Open Keys & devices there.", {
                device: latest.name,
                when: relativeMoment(latest.lastSeenAt, new Date(), language),
              })
            : say("elsewhere.otherHint", "Open Keys & devices on {device}.", { device: latest?.name ?? "" })}
        </Way>
      </AriaButton>
      <Link className={styles["way"]} href="/recover">
        <Way icon={KeyRound} title={say("locked.recover", "Use recovery key")}>
          {say("elsewhere.file", "The text file you saved when you set up your first device.")}
        </Way>
      </Link>
      <AriaButton className={styles["way"]} isDisabled={helpers.length === 0} onPress={() => setAsking("colleague")}>
        <Way icon={Users} title={say("elsewhere.colleague", "Ask a colleague")}>
          {helpers.length > 0
            ? say("elsewhere.helpers", "{names} can approve this browser again.", { names: names(helpers, language) })
            : say("elsewhere.nobody", "No one else has the keys of your roles.")}
        </Way>
      </AriaButton>
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
