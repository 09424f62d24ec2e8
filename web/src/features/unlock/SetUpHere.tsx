/** The account has no keys, and this browser did not open it: set them up only when its owner says so. */
import { useState } from "react";
import { useNavigate } from "react-router";

import { Button } from "../../components/Button";
import { TextField } from "../../components/Field";
import { Form } from "../../components/Form";
import { useSay } from "../../i18n/say";
import { noteSetUpHere } from "../../session/place";
import { useSignedIn } from "../../session/useSession";
import { GateCard } from "./GateCard";
import { read } from "../../i18n/word";
import { ServerWord } from "../../components/ServerWord";
import styles from "./unlock.module.css";

export function SetUpHere() {
  const say = useSay();
  const navigate = useNavigate();
  const { account } = useSignedIn();
  const [typed, setTyped] = useState("");

  return (
    <div className={styles["full"]}>
      <GateCard
        title={say("setUp.title", "Set up keys here?")}
        lead={
          <ServerWord>
            {say(
              "setUp.lead",
              "{account} has no keys yet. If you already set them up in another browser and see this page, stop: they may have been deleted. Check there first.",
              { account: read(account.displayName) },
            )}
          </ServerWord>
        }
      >
        <Form
          className={styles["stack"]}
          onSend={() => {
            noteSetUpHere(account.id);
            location.assign("/welcome");
          }}
        >
          <TextField
            label={say("setUp.confirm", "Type the name of the account to continue")}
            size="large"
            autoComplete="off"
            value={typed}
            onChange={setTyped}
            isRequired
            check={(text) =>
              text.trim() === read(account.displayName) ? undefined : say("setUp.otherName", "This is not the name of the account.")
            }
          />
          <div className={styles["row"]}>
            <Button type="submit" look="primary">
              {say("setUp.go", "Set up keys here")}
            </Button>
            <Button look="quiet" onPress={() => void navigate("/settings")}>
              {say("welcome.later", "Not now")}
            </Button>
          </div>
        </Form>
      </GateCard>
    </div>
  );
}
