/** `/welcome`: three steps once. Each can be put off; without the first this browser seals and opens nothing. */
import { Upload } from "lucide-react";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router";

import { Button } from "../../components/Button";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { Steps } from "../../components/Steps";
import { useSay } from "../../i18n/say";
import type { KeyState, Protection, RecoveryFile } from "../../keyring/contract";
import { useKeyring, useKeyState } from "../../keyring/react";
import { putWelcomeOff, takeReturnUrl } from "../../session/place";
import { useSignedIn } from "../../session/useSession";
import EndedBanner from "../../session/unlocking/EndedBanner";
import { ProtectionForm } from "../../session/unlocking/ProtectionForm";
import { RecoveryKeyDialog, saveText } from "../../session/unlocking/RecoveryKeyDialog";
import { OthersHere } from "./OthersHere";

type Step = "protect" | "recovery" | "upload";

/** This browser is a device; what it still waits for is shown elsewhere. */
const DONE: readonly KeyState["name"][] = ["ready", "waiting", "unconfirmed"];

export default function Welcome() {
  const say = useSay();
  const navigate = useNavigate();
  const keyring = useKeyring();
  const keys = useKeyState();
  const { account } = useSignedIn();
  const [step, setStep] = useState<Step>("protect");
  const [file, setFile] = useState<RecoveryFile>();
  const [working, setWorking] = useState(false);
  const done = DONE.includes(keys.name);

  // Somebody who comes back here with everything set up has nothing to do.
  useEffect(() => {
    if (done && !working) void navigate(takeReturnUrl() ?? "/dashboard", { replace: true });
  }, [done, working, navigate]);

  async function protect(protection: Protection, name: string) {
    setWorking(true);
    const saved = await keyring.createDevice(protection, name).catch((reason: unknown) => {
      setWorking(false);
      throw reason;
    });
    // The file comes by itself; the dialog makes sure that it arrived.
    saveText(saved);
    setFile(saved);
    setStep("recovery");
  }

  /** Before somebody has confirmed the account there is nothing to upload to. */
  function kept() {
    if (keys.name === "unconfirmed") leave();
    else setStep("upload");
  }

  function leave() {
    void navigate(takeReturnUrl() ?? "/dashboard", { replace: true });
  }

  function later() {
    putWelcomeOff(account.id);
    leave();
  }

  const steps = [
    say("welcome.step.protect", "Unlock"),
    say("welcome.step.recovery", "Recovery key"),
    say("welcome.step.upload", "First upload"),
  ];

  return (
    <AuthFrame
      title={
        step === "upload"
          ? say("welcome.uploadTitle", "Add your first document")
          : say("welcome.title", "Choose how to unlock this browser")
      }
      lead={
        step === "upload"
          ? say("welcome.uploadLead", "It is encrypted on this device before the upload starts.")
          : say("welcome.lead", "The key that opens your documents is created here and never leaves this browser.")
      }
    >
      <Steps steps={steps} current={["protect", "recovery", "upload"].indexOf(step)} />
      {step === "protect" && (
        <>
          {keys.name === "new" && keys.ended && <EndedBanner ended={keys.ended} />}
          <OthersHere />
          <ProtectionForm onChoose={protect} />
          <Button look="quiet" onPress={later}>
            {say("welcome.later", "Not now")}
          </Button>
        </>
      )}
      {step === "recovery" && file && <RecoveryKeyDialog file={file} onDone={kept} />}
      {step === "upload" && (
        <>
          <Button look="primary" size="large" wide onPress={() => void navigate("/documents?upload=1", { replace: true })}>
            <Upload />
            {say("nav.upload", "Upload files")}
          </Button>
          <Button look="quiet" size="large" wide onPress={later}>
            {say("welcome.home", "Go to Home first")}
          </Button>
        </>
      )}
    </AuthFrame>
  );
}
