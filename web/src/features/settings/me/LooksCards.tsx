/** Appearance and shortcuts, stored in this browser only. */
import { Cards, ChoiceCard } from "../../../components/Cards";
import { Switch } from "../../../components/Switch";
import { Card, CardBody } from "../../../components/Layout";
import { useSay } from "../../../i18n/say";
import { prefer, usePreferences, type Preferences } from "../../../browser/preferences";
import styles from "../Settings.module.css";

export function LooksCards() {
  const say = useSay();
  const { theme, density, letters } = usePreferences();
  return (
    <>
      <Card title={say("settings.theme", "Theme")}>
        <CardBody>
          <div className={styles["choices"]}>
            <Cards<Preferences["theme"]>
              label={say("settings.theme", "Theme")}
              value={theme}
              onChange={(chosen) => prefer({ theme: chosen })}
            >
              <ChoiceCard value="system">
                <b>{say("settings.theme.system", "System")}</b>
                <span className="hint">{say("settings.theme.systemHint", "Follows your device.")}</span>
              </ChoiceCard>
              <ChoiceCard value="light">
                <b>{say("settings.theme.light", "Light")}</b>
              </ChoiceCard>
              <ChoiceCard value="dark">
                <b>{say("settings.theme.dark", "Dark")}</b>
              </ChoiceCard>
            </Cards>
          </div>
        </CardBody>
      </Card>
      <Card title={say("settings.density", "Row height")}>
        <CardBody>
          <div className={styles["choices"]}>
            <Cards<Preferences["density"]>
              label={say("settings.density", "Row height")}
              value={density}
              onChange={(chosen) => prefer({ density: chosen })}
            >
              <ChoiceCard value="comfortable">
                <b>{say("settings.density.comfortable", "Comfortable")}</b>
              </ChoiceCard>
              <ChoiceCard value="compact">
                <b>{say("settings.density.compact", "Compact")}</b>
                <span className="hint">{say("settings.density.compactHint", "Shows a quarter more rows.")}</span>
              </ChoiceCard>
            </Cards>
          </div>
        </CardBody>
      </Card>
      <Card title={say("help.title", "Keyboard shortcuts")}>
        <CardBody>
          <Switch isSelected={letters} onChange={(chosen) => prefer({ letters: chosen })}>
            {say("settings.letters", "Single-key shortcuts")}
          </Switch>
          <p className="hint">
            {say("settings.lettersHint", "Ctrl K, the arrow keys and Enter always work. Press ? to see all shortcuts.")}
          </p>
        </CardBody>
      </Card>
    </>
  );
}
