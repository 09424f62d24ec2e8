/** Whether one has a password, and another one. */
import { useState } from "react";

import { useListSignInMethodsQuery } from "../../../api/self";
import { held } from "../../../api/held";
import { Button } from "../../../components/Button";
import { Card, CardBody } from "../../../components/Layout";
import { PopUp } from "../../../components/PopUp";
import { part } from "../../../components/part";
import { ServerWord } from "../../../components/ServerWord";
import { Failed, NotRefreshed, Skeleton } from "../../../components/States";
import { formatMoment } from "../../../dates/moments";
import { sayRefusal } from "../../../i18n/refusalTexts";
import { useSay } from "../../../i18n/say";
import { useDates } from "../../../session/useSession";
import styles from "../Settings.module.css";

const ChangePasswordDialog = part(() => import("./ChangePasswordDialog"));
const SetPasswordDialog = part(() => import("./SetPasswordDialog"));

export function PasswordCard() {
  const say = useSay();
  const dates = useDates();
  const { data, failure: failed, late, again } = held(useListSignInMethodsQuery());
  const [open, setOpen] = useState(false);
  const password = data?.find(({ providerId }) => providerId === "credential");
  const close = () => setOpen(false);
  return (
    <Card title={say("auth.password", "Password")}>
      <CardBody>
        {late && <NotRefreshed onRetry={again} />}
        {failed ? (
          <Failed
            title={say("self.methodsFailed", "How you sign in did not load")}
            message={sayRefusal(say, failed)}
            told={failed}
            onRetry={again}
          />
        ) : !data ? (
          <Skeleton lines={2} />
        ) : (
          <div className={styles["line"]}>
            <p>
              <ServerWord>
                {password
                  ? say("self.passwordSince", "Set on {when}.", { when: formatMoment(password.updatedAt, dates) })
                  : say("self.noPassword", "You have no password. You sign in with a passkey, a code or a provider.")}
              </ServerWord>{" "}
              <span className="quiet">{say("self.passwordNot", "It signs you in. It never opens encrypted data.")}</span>
            </p>
            <Button onPress={() => setOpen(true)}>
              {password ? say("self.changePassword", "Change password") : say("self.setPassword", "Set a password")}
            </Button>
          </div>
        )}
      </CardBody>
      <PopUp onClose={close}>{open && (password ? <ChangePasswordDialog onClose={close} /> : <SetPasswordDialog onClose={close} />)}</PopUp>
    </Card>
  );
}
