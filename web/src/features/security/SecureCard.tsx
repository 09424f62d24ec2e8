/** "Secure my sign-in": ends all other sessions, and lists what is left to do. */
import { ShieldCheck } from "lucide-react";
import { useState } from "react";

import { useSecureSignInMutation } from "../../api/security";
import { useAct } from "../../api/useAct";
import { Button, ButtonLink } from "../../components/Button";
import { Banner, Card, CardBody } from "../../components/Layout";
import { Why } from "../../components/Why";
import { useSay } from "../../i18n/say";
import styles from "./Security.module.css";

export function SecureCard({ urgent }: { urgent: boolean }) {
  const say = useSay();
  const [secure] = useSecureSignInMutation();
  const [secured, setSecured] = useState(false);
  const { run, busy, failure } = useAct(() => secure().unwrap(), () => setSecured(true));
  return (
    <Card title={say("security.secure", "Secure my sign-in")}>
      <CardBody>
        {secured ? (
          <>
            <Banner tone="ok" urgent title={say("security.secured", "Your sign-in is secure again")}>
              {say("security.securedWhat", "All your other sessions were ended.")}
            </Banner>
            <p className={styles["text"]}>{say("security.next", "Two more things only you can do:")}</p>
            <ol className={styles["next"]}>
              <li>
                <ButtonLink href="/settings/me" wide>
                  {say("security.nextPassword", "Set a new password")}
                </ButtonLink>
              </li>
              <li>
                <ButtonLink href="/keys" wide>
                  {say("security.nextPasskeys", "Check passkeys and devices")}
                </ButtonLink>
              </li>
            </ol>
          </>
        ) : (
          <>
            <p className={styles["text"]}>
              {say("security.secureWhat", "If something here was not you, this ends all your other sessions and treats every browser as new. You confirm that it is you first.")}
            </p>
            <Button look={urgent ? "primary" : "plain"} wide writes isPending={busy} onPress={() => void run()}>
              <ShieldCheck />
              {say("security.secure", "Secure my sign-in")}
            </Button>
            {failure && (
              <p role="alert" className={styles["failure"]}>
                <Why {...failure} />
              </p>
            )}
          </>
        )}
      </CardBody>
    </Card>
  );
}
