/** The platform page for administrators without an account, without the app shell. */
import { LogOut } from "lucide-react";
import { useState } from "react";

import { Boundary } from "../../components/Boundary";
import { Button } from "../../components/Button";
import { BesideActions } from "../../components/Page";
import { part } from "../../components/part";
import { StepUp } from "../../session/confirming/StepUp";
import { useSay } from "../../i18n/say";
import { useEnd } from "../../session/useEnd";
import styles from "./Platform.module.css";

const Platform = part(() => import("./Platform"));

export default function PlatformAlone() {
  return (
    <main className={styles["alone"]}>
      <BesideActions value={<SignOut />}>
        <Boundary>
          <Platform />
        </Boundary>
      </BesideActions>
      <StepUp />
    </main>
  );
}

function SignOut() {
  const say = useSay();
  const end = useEnd();
  const [ending, setEnding] = useState(false);

  async function leave() {
    setEnding(true);
    await end();
    setEnding(false);
  }

  return (
    <Button look="quiet" writes isPending={ending} onPress={() => void leave()}>
      <LogOut />
      {say("account.signOut", "Sign out")}
    </Button>
  );
}
