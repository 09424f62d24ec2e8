/** One's own name as others see it, where they see it as unconfirmed: it counts for them once one has signed it. */
import { useAct } from "../../../api/useAct";
import { Button } from "../../../components/Button";
import { CardBody, Banner } from "../../../components/Layout";
import { tell } from "../../../components/notices";
import { useSay } from "../../../i18n/say";
import { sayThrown } from "../../../i18n/thrownTexts";
import { useKeyring, useKeyState } from "../../../keyring/react";
import { usePeople } from "../../../lists/people/people";
import { useSignedIn } from "../../../session/useSession";
import { read } from "../../../i18n/word";

export function OwnName() {
  const say = useSay();
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  const { user } = useSignedIn();
  const { standing } = usePeople().of(user.id);
  const { email } = user;
  // The person looks at it, and signs what they see.
  const name = read(user.name);
  // What is signed is what stands here.
  const { run, busy, failure } = useAct(
    () => keyring.confirmOwnName({ name, email }),
    () => tell({ title: say("self.nameSigned", "Others see your name as confirmed") }),
  );
  if (!ready || standing !== "unconfirmed") return null;
  return (
    <CardBody>
      <Banner
        tone="warn"
        title={say("self.nameUnconfirmed", "Others see your name as unconfirmed")}
        actions={
          <Button size="small" writes isPending={busy} onPress={() => void run()}>
            {say("self.signName", "Sign this name")}
          </Button>
        }
      >
        {say("self.nameUnconfirmedHow", "What you signed in this account is another name or email. If you are {name}, {email}, sign it.", { name, email })}
      </Banner>
      {failure && <Banner tone="bad" urgent title={sayThrown(say, failure.message)} />}
    </CardBody>
  );
}
