/** `/recover`: the saved key opens everything again on a browser that knows nothing. */
import { FileText } from "lucide-react";
import { useState } from "react";
import { useNavigate } from "react-router";

import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { useFetchAhead } from "../../components/fetchAhead";
import { TextField } from "../../components/Field";
import { FileDrop } from "../../components/FileDrop";
import { FilePick } from "../../components/FilePick";
import { AuthFrame } from "../../components/frame/AuthFrame";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { Protection, RecoveryFile } from "../../keyring/contract";
import { later } from "../../keyring/later";
import { useKeyring } from "../../keyring/react";
import { ProtectionForm } from "../../unlocking/ProtectionForm";
import { RecoveryKeyDialog, saveText } from "../../unlocking/RecoveryKeyDialog";
import styles from "./Recover.module.css";

const RECOVERING = [later.recovery];

export default function Recover() {
  const say = useSay();
  const navigate = useNavigate();
  const keyring = useKeyring();
  const [text, setText] = useState("");
  useFetchAhead(RECOVERING);
  const [fault, setFault] = useState<string>();
  const [accepted, setAccepted] = useState(false);
  const [file, setFile] = useState<RecoveryFile>();

  function type(value: string) {
    setText(value);
    setFault(undefined);
  }

  async function check() {
    try {
      await keyring.checkRecoveryKey(text);
      setAccepted(true);
    } catch (reason) {
      setFault(failureOf(reason).message);
    }
  }

  async function recover(protection: Protection) {
    const saved = await keyring.recover(text, protection);
    saveText(saved);
    setFile(saved);
  }

  return (
    <AuthFrame
      title={say("recover.title", "Use your recovery key")}
      lead={say("recover.lead", "This browser becomes your device again. Other people only see a new device.")}
    >
      {!accepted ? (
        <FileDrop
          label={say("recover.drop", "Drop the recovery file")}
          onFiles={([first]) => void first?.text().then(type)}
        >
          <div className={styles["stack"]}>
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
              error={fault && [sayThrown(say, fault), whatToDo(say, fault)].filter(Boolean).join(" ")}
            />
            <FilePick single accept={["text/plain"]} onFiles={([first]) => void first?.text().then(type)}>
              <Button>
                <FileText />
                {say("recover.pick", "Choose file")}
              </Button>
            </FilePick>
            <Button look="primary" size="large" wide isDisabled={!text.trim()} onPress={() => void check()}>
              {say("recover.go", "Continue")}
            </Button>
          </div>
        </FileDrop>
      ) : (
        <>
          <p>{say("recover.protect", "The recovery key is valid. Choose how to unlock this browser from now on.")}</p>
          <ProtectionForm onChoose={recover} />
          <Button look="quiet" onPress={() => setAccepted(false)}>
            {say("recover.back", "Use another recovery key")}
          </Button>
        </>
      )}
      {file && <RecoveryKeyDialog file={file} onDone={() => void navigate("/dashboard", { replace: true })} />}
    </AuthFrame>
  );
}
