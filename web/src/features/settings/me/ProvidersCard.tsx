/** Accounts elsewhere that one can sign in with. */
import { useListProvidersQuery } from "../../../api/auth";
import { useListSignInMethodsQuery } from "../../../api/self";
import { held } from "../../../api/held";
import { Button } from "../../../components/Button";
import { Card, Line } from "../../../components/Layout";
import { formatMoment } from "../../../dates/moments";
import { useSay } from "../../../i18n/say";
import { PROVIDERS } from "../../../session/identity/providers";
import { useDates, useSignedIn } from "../../../session/useSession";
import styles from "../Settings.module.css";
import { connectionsOf } from "./connections";

/** Absent without configured providers. That there are none is an answer; without one it says so. Which there are is the server's word. */
export function ProvidersCard() {
  const say = useSay();
  const dates = useDates();
  const { user } = useSignedIn();
  const offered = held(useListProvidersQuery());
  // Beside the password it is said when these did not load.
  const { data: methods } = useListSignInMethodsQuery();
  const title = say("self.providers", "Sign in with another account");
  if (offered.failure)
    return (
      <Card title={title}>
        <Line>
          <span className={styles["words"]}>{say("self.providersFailed", "The other ways to sign in did not load.")}</span>
          <span className="hint">{offered.failure.message}</span>
          <Button size="small" onPress={offered.again}>
            {say("state.retry", "Try again")}
          </Button>
        </Line>
      </Card>
    );
  const connections = connectionsOf(offered.data?.data ?? [], methods ?? []);
  if (!methods || connections.length === 0) return null;
  return (
    <Card fromServer title={title}>
      {connections.map(({ provider, since }) => (
        <Line key={provider}>
          {PROVIDERS[provider].mark}
          <span className={styles["words"]}>
            <b>{PROVIDERS[provider].name}</b>
            <span className="hint">
              {since
                ? say("self.connectedSince", "Connected since {when}", { when: formatMoment(since, dates) })
                : say("self.connectHow", "Sign in with it once using {email} to connect it.", { email: user.email })}
            </span>
          </span>
        </Line>
      ))}
    </Card>
  );
}
