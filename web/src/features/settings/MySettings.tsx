/** How this browser looks, and the ways in. */
import { Trash2 } from "lucide-react";

import { useListPasskeysQuery, useRemovePasskeyMutation, type Passkey } from "../../api/auth";
import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { Select, Switch } from "../../components/Choice";
import { Card, CardBody, Fact, Facts, Line } from "../../components/Layout";
import { tell, tellFailure } from "../../components/notices";
import { Skeleton } from "../../components/States";
import { dayAt, formatDay } from "../../dates/days";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { prefer, usePreferences, type Preferences } from "../../preferences/preferences";
import { useDates, useSignedIn } from "../../session/useSession";
import styles from "./Settings.module.css";

export function MySettings() {
  const say = useSay();
  const { user } = useSignedIn();
  const { theme, density, letters } = usePreferences();
  const { data: passkeys } = useListPasskeysQuery();

  return (
    <div className={styles["cards"]}>
      <Card title={say("settings.you", "You")}>
        <Facts>
          <Fact name={say("register.name", "Name")}>
            <bdi>{user.name}</bdi>
          </Fact>
          <Fact name={say("auth.email", "Email")}>
            <bdi>{user.email}</bdi>
          </Fact>
        </Facts>
      </Card>
      <Card title={say("settings.look", "How this browser looks")}>
        <CardBody>
          <Select<Preferences["theme"]>
            label={say("settings.theme", "Theme")}
            options={[
              { value: "system", label: say("theme.system", "Theme of the system") },
              { value: "light", label: say("theme.light", "Light theme") },
              { value: "dark", label: say("theme.dark", "Dark theme") },
            ]}
            value={theme}
            onChange={(value) => prefer({ theme: value })}
          />
          <Select<Preferences["density"]>
            label={say("settings.density", "Rows")}
            options={[
              { value: "comfortable", label: say("density.comfortable", "Comfortable rows") },
              { value: "compact", label: say("density.compact", "Compact rows") },
            ]}
            value={density}
            onChange={(value) => prefer({ density: value })}
          />
          <Switch isSelected={letters} onChange={(on) => prefer({ letters: on })}>
            {say("help.letters", "Single letters are shortcuts")}
          </Switch>
        </CardBody>
      </Card>
      <Card title={say("settings.passkeys", "Passkeys")}>
        {!passkeys ? (
          <Skeleton lines={2} />
        ) : passkeys.length === 0 ? (
          <CardBody>
            <p className="quiet">{say("settings.noPasskeys", "None yet. You make one when you set up a browser with it.")}</p>
          </CardBody>
        ) : (
          passkeys.map((passkey) => <PasskeyLine key={passkey.id} passkey={passkey} />)
        )}
      </Card>
    </div>
  );
}

function PasskeyLine({ passkey }: { passkey: Passkey }) {
  const say = useSay();
  const dates = useDates();
  const [removePasskey, { isLoading }] = useRemovePasskeyMutation();
  const name = passkey.name ?? say("settings.passkey", "Passkey");

  async function remove() {
    const answer = await removePasskey({ id: passkey.id });
    if (answer.error) tellFailure(failureTitle(say, "update"), failureOf(answer.error).message);
    else tell({ title: say("settings.passkeyRemoved", "Passkey removed") });
  }

  return (
    <Line>
      <span className={styles["grow"]}>
        <b>
          <bdi>{name}</bdi>
        </b>{" "}
        <span className="hint">
          {say("devices.added", "Added {day}", { day: formatDay(dayAt(new Date(passkey.createdAt), dates.zone), dates) })}
        </span>
      </span>
      <Button look="quiet" size="small" icon isPending={isLoading} aria-label={say("settings.removePasskey", "Remove {name}", { name })} onPress={() => void remove()}>
        <Trash2 />
      </Button>
    </Line>
  );
}

