/** The crypto worker did not start or went silent: nothing can be opened until a new one runs. */
import { Button } from "../../components/Button";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { GateCard } from "./GateCard";

export function Stopped({ when }: { when: "start" | "work" }) {
  const say = useSay();
  const keyring = useKeyring();
  return (
    <GateCard
      title={when === "start" ? say("stopped.start", "Encryption did not start") : say("stopped.work", "Encryption stopped")}
      lead={say("stopped.lead", "Coffer can open and save nothing until it runs again. What was saved is safe.")}
    >
      <Button look="primary" wide autoFocus onPress={() => void keyring.restart()}>
        {say("state.retry", "Try again")}
      </Button>
    </GateCard>
  );
}
