/** Who one is here: the name that others see, and the address that one signs in with. */
import { useState } from "react";

import { Button } from "../../../components/Button";
import { Card, Fact, Facts } from "../../../components/Layout";
import { Avatar } from "../../../components/Marks";
import { PopUp } from "../../../components/PopUp";
import { part } from "../../../components/part";
import { ServerWord } from "../../../components/ServerWord";
import { useSay } from "../../../i18n/say";
import { useKeyring } from "../../../keyring/react";
import { usePeople } from "../../../lists/people/people";
import { useRoles } from "../../../lists/people/roles";
import { useSignedIn } from "../../../session/useSession";
import styles from "../Settings.module.css";
import { OwnName } from "./OwnName";
import { read } from "../../../i18n/word";

const ChangeEmailDialog = part(() => import("./ChangeEmailDialog"));
const RenameDialog = part(() => import("./RenameDialog"));

export function SelfCard() {
  const say = useSay();
  const { user, account } = useSignedIn();
  // The letters stand beside the mark, so they are those of the name that was signed.
  const { face } = usePeople().of(user.id);
  const role = useRoles().find(({ id }) => id === account.roleId)?.name;
  const [changing, setChanging] = useState<"name" | "email">();
  const keyring = useKeyring();
  const done = () => {
    setChanging(undefined);
    // What others see of it hangs on what was signed: that is compared anew.
    keyring.heard("member", user.id);
  };
  return (
    <Card
      title={
        <span className={styles["me"]}>
          <Avatar id={user.id} name={face} large />
          <ServerWord>{read(user.name) || user.email}</ServerWord>
        </span>
      }
    >
      <Facts>
        <Fact name={say("register.name", "Name")}>
          <ServerWord>{user.name}</ServerWord>
          <Button size="small" aria-label={say("self.rename", "Change name")} onPress={() => setChanging("name")}>
            {say("self.change", "Change")}
          </Button>
        </Fact>
        <Fact name={say("settings.email", "Email")}>
          <ServerWord>{user.email}</ServerWord>
          <Button size="small" aria-label={say("self.changeEmail", "Change your email address")} onPress={() => setChanging("email")}>
            {say("self.change", "Change")}
          </Button>
        </Fact>
        {role && (
          <Fact name={say("settings.role", "Role")}>
            <ServerWord>
              <bdi>{role}</bdi>
            </ServerWord>
          </Fact>
        )}
      </Facts>
      <OwnName />
      <PopUp onClose={done}>
        {changing === "name" && <RenameDialog onClose={done} />}
        {changing === "email" && <ChangeEmailDialog onClose={done} />}
      </PopUp>
    </Card>
  );
}
