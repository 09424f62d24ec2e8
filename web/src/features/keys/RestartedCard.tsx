/** A role key was restarted, without the one before: whether it is trusted is for a person to say, once. */
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner, Card, CardBody, Fact, Facts } from "../../components/Layout";
import { formatMoment } from "../../dates/moments";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useSay } from "../../i18n/say";
import type { RestartedRole } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";
import type { Names } from "./names";

interface RestartedCardProps {
  restarted: RestartedRole;
  names: Names;
  onDone: () => void;
}

export default function RestartedCard({ restarted: { roleId, generation, by, at }, names, onDone }: RestartedCardProps) {
  const say = useSay();
  const keyring = useKeyring();
  const dates = useDates();
  const trust = useAct(() => keyring.trustRestart(roleId, generation), onDone);
  const [role, person] = [names.role(roleId), names.person(by)];

  return (
    <Card alarming title={say("keys.restarted", "Trust the new key of {role}?", { role })}>
      <CardBody>
        <div className={styles["text"]}>
          <div className={styles["stack"]}>
            <Facts>
              <Fact name={say("keys.restartedBy", "Restarted by")}>
                <bdi>{person}</bdi>
              </Fact>
              <Fact name={say("keys.restartedAt", "When")}>
                <time dateTime={at}>{formatMoment(at, dates)}</time>
              </Fact>
            </Facts>
          </div>
          <p className="quiet">
            {say(
              "keys.restartedWhat",
              "The new key was made without the old one. Anyone who has it can read what is saved for {role} from now on. Ask {person} in a call or in the same room. Until you trust it, nothing that you save opens with it.",
              { role, person },
            )}
          </p>
          {trust.failure && (
            <Banner tone="bad" urgent title={sayThrown(say, trust.failure.message)}>
              {whatToDo(say, trust.failure)}
            </Banner>
          )}
          <Button look="primary" wide writes isPending={trust.busy} onPress={() => void trust.run()}>
            {say("keys.restartedTrust", "Trust the new key")}
          </Button>
        </div>
      </CardBody>
    </Card>
  );
}
