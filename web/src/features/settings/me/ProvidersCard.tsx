/** Accounts elsewhere that one can sign in with. */
import { useListProvidersQuery } from "../../../api/auth";
import { useListSignInMethodsQuery } from "../../../api/self";
import { Card, Line } from "../../../components/Layout";
import { Pill } from "../../../components/Marks";
import { formatMoment } from "../../../dates/moments";
import { useSay } from "../../../i18n/say";
import { PROVIDERS } from "../../../identity/providers";
import { useDates, useSignedIn } from "../../../session/useSession";
import styles from "../Settings.module.css";
import { connectionsOf } from "./connections";

/** Absent without configured providers. */
export function ProvidersCard() {
  const say = useSay();
  const dates = useDates();
  const { user } = useSignedIn();
  const { data: offered } = useListProvidersQuery();
  const { data: methods } = useListSignInMethodsQuery();
  const connections = connectionsOf(offered?.data ?? [], methods ?? []);
  if (!methods || connections.length === 0) return null;
  return (
    <Card title={say("self.providers", "Sign in with another account")}>
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
          {since && <Pill tone="ok">{say("self.connected", "Connected")}</Pill>}
        </Line>
      ))}
    </Card>
  );
}
