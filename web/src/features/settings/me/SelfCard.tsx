/** Who one is here: the name that others see, and the address that one signs in with. */
import { useState } from "react";

import { useRoles } from "../../../api/accounts";
import { Button } from "../../../components/Button";
import { Card, Fact, Facts } from "../../../components/Layout";
import { Avatar } from "../../../components/Marks";
import { useSay } from "../../../i18n/say";
import { useSignedIn } from "../../../session/useSession";
import styles from "../Settings.module.css";
import { ChangeEmailDialog } from "./ChangeEmailDialog";
import { RenameDialog } from "./RenameDialog";

export function SelfCard() {
  const say = useSay();
  const { user, account } = useSignedIn();
  const role = useRoles().find(({ id }) => id === account.roleId)?.name;
  const [changing, setChanging] = useState<"name" | "email">();
  const done = () => setChanging(undefined);
  return (
    <Card
      title={
        <span className={styles["me"]}>
          <Avatar id={user.id} name={user.name || user.email} large />
          <bdi>{user.name || user.email}</bdi>
        </span>
      }
    >
      <Facts>
        <Fact name={say("register.name", "Name")}>
          <bdi>{user.name}</bdi>
          <Button size="small" aria-label={say("self.rename", "Change name")} onPress={() => setChanging("name")}>
            {say("self.change", "Change")}
          </Button>
        </Fact>
        <Fact name={say("settings.email", "Email")}>
          <bdi>{user.email}</bdi>
          <Button size="small" aria-label={say("self.changeEmail", "Change your email address")} onPress={() => setChanging("email")}>
            {say("self.change", "Change")}
          </Button>
        </Fact>
        {role && (
          <Fact name={say("settings.role", "Role")}>
            <bdi>{role}</bdi>
          </Fact>
        )}
      </Facts>
      {changing === "name" && <RenameDialog onClose={done} />}
      {changing === "email" && <ChangeEmailDialog onClose={done} />}
    </Card>
  );
}
