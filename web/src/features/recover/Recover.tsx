/** `/recover`: the saved key opens everything again on a browser that knows nothing. */
import { FileText } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";

import { failureOf, type ApiFailure } from "../../api/failure";
import { isUnconfirmed } from "../../api/stepUp";
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { useFetchAhead } from "../../components/fetchAhead";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { FileDrop } from "../../components/FileDrop";
import { FilePick } from "../../components/FilePick";
import { Banner } from "../../components/Layout";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { ServerWord } from "../../components/ServerWord";
import { relativeMoment } from "../../dates/moments";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { OwnDevice, Protection, RecoveryFile } from "../../keyring/contract";
import { later } from "../../keyring/later";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import { ProtectionForm } from "../../session/unlocking/ProtectionForm";
import { RecoveryKeyDialog, saveText } from "../../session/unlocking/RecoveryKeyDialog";
import styles from "./Recover.module.css";

const RECOVERING = [later.recovery];

export default function Recover() {
  const say = useSay();
  const navigate = useNavigate();
  const keyring = useKeyring();
  const [text, setText] = useState("");
  useFetchAhead(RECOVERING);
  const [fault, setFault] = useState<ApiFailure>();
  const [opened, setOpened] = useState<OwnDevice>();
  const [agreed, setAgreed] = useState(false);
  const [file, setFile] = useState<RecoveryFile>();

  function type(value: string) {
    setText(value);
    setFault(undefined);
  }

  const opening = useAct(async () => {
    setFault(undefined);
    try {
      // A slip is told before anything is asked of the server.
      await keyring.checkRecoveryKey(text);
      setOpened(await keyring.openRecoveryKey(text));
    } catch (reason) {
      const why = failureOf(reason);
      if (!isUnconfirmed(why)) setFault(why);
    }
  });

  async function recover(protection: Protection, name: string) {
    if (!opened) return;
    const saved = await keyring.recover(opened.deviceId, protection, name);
    saveText(saved);
    setFile(saved);
  }

  function startAgain() {
    setOpened(undefined);
    setAgreed(false);
  }

  return (
    <AuthFrame
      title={say("recover.title", "Use your recovery key")}
      lead={say("recover.lead", "This browser becomes your device again. Other people only see a new device.")}
    >
      {!opened ? (
        <FileDrop
          label={say("recover.drop", "Drop the recovery file")}
          onFiles={([first]) => void first?.text().then(type)}
        >
          <Form className={styles["stack"]} onSend={() => void opening.run()}>
            <TextField
              label={say("recover.key", "Recovery key")}
              hint={say("recover.hint", "Paste it, or drop the text file here. Spaces and line breaks do not matter.")}
              mono
              lines={4}
              autoFocus
              autoComplete="off"
              spellCheck="false"
              value={text}
              onChange={type}
              isRequired
              error={fault && [sayThrown(say, fault.message), whatToDo(say, fault)].filter(Boolean).join(" ")}
            />
            <FilePick single accept={["text/plain"]} onFiles={([first]) => void first?.text().then(type)}>
              <Button>
                <FileText />
                {say("recover.pick", "Choose file")}
              </Button>
            </FilePick>
            <Button type="submit" look="primary" size="large" wide isPending={opening.busy}>
              {say("recover.go", "Continue")}
            </Button>
            <Button look="quiet" size="large" wide onPress={() => void navigate("/dashboard", { replace: true })}>
              {say("recover.leave", "Back")}
            </Button>
          </Form>
        </FileDrop>
      ) : !agreed ? (
        <Ends device={opened} onAgree={() => setAgreed(true)} onBack={startAgain} />
      ) : (
        <>
          <p>{say("recover.protect", "The recovery key is valid. Choose how to unlock this browser from now on.")}</p>
          <ProtectionForm onChoose={recover} />
          <Button look="quiet" onPress={startAgain}>
            {say("recover.back", "Use another recovery key")}
          </Button>
        </>
      )}
      {file && <RecoveryKeyDialog file={file} onDone={() => void navigate("/dashboard", { replace: true })} />}
    </AuthFrame>
  );
}

/** The key belongs to a browser that may be in use: it is ended only after a confirmation. */
function Ends({ device: { name, lastSeenAt }, onAgree, onBack }: { device: OwnDevice; onAgree: () => void; onBack: () => void }) {
  const say = useSay();
  const navigate = useNavigate();
  const dates = useDates();
  return (
    <div className={styles["stack"]}>
      <Banner tone="warn" title={say("recover.ends", "This ends another browser of yours")}>
        {say("recover.endsWhat", "The recovery key belongs to it. When this browser takes its place, that one can no longer open anything, from that moment on.")}
      </Banner>
      <p>
        <ServerWord>
          <bdi>{name || say("ended.otherDevice", "another device")}</bdi>,{" "}
          {say("recover.lastSeen", "last seen {when}", { when: relativeMoment(lastSeenAt, new Date(), dates.language) })}
        </ServerWord>
      </p>
      <p>{say("recover.still", "Do you still have it? Then approve this browser there, and both keep working.")}</p>
      <Button look="primary" size="large" wide onPress={() => void navigate("/dashboard", { replace: true })}>
        {say("recover.approve", "Approve this browser there instead")}
      </Button>
      <Button size="large" wide onPress={onAgree}>
        {say("recover.goOn", "I no longer have it. End it")}
      </Button>
      <Button look="quiet" onPress={onBack}>
        {say("recover.back", "Use another recovery key")}
      </Button>
    </div>
  );
}
