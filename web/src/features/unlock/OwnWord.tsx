/** A person takes what their recovered device has signed for proof, where nobody else can read a code. */
import { useAct } from "../../api/useAct";
import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { formatMoment } from "../../dates/moments";
import { useSay } from "../../i18n/say";
import { sayThrown, whatToDo } from "../../i18n/thrownTexts";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";

export function OwnWord({ at }: { at: string }) {
  const say = useSay();
  const dates = useDates();
  const keyring = useKeyring();
  const { run, busy, failure } = useAct(() => keyring.takeOwnWord());
  return (
    <>
      <Banner tone="warn" title={say("recovered.word", "Your old device signed the record of this account on {when}", { when: formatMoment(at, dates) })}>
        {say(
          "recovered.wordWhat",
          "This browser checked that signature with your recovery key, so this is the account your device used. It cannot check whether the server hides anything newer, such as a person who was removed since. Afterwards, look at Members and at Keys & devices.",
        )}
      </Banner>
      {failure && (
        <Banner tone="bad" urgent title={sayThrown(say, failure.message)}>
          {whatToDo(say, failure)}
        </Banner>
      )}
      <Button look="primary" size="large" wide isPending={busy} onPress={() => void run()}>
        {say("recovered.take", "Continue without a code")}
      </Button>
    </>
  );
}
