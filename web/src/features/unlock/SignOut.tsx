/** The way out of a page that waits. */
import { Button } from "../../components/Button";
import { useSay } from "../../i18n/say";
import { useSignOut } from "../../session/unlocking/useSignOut";

export function SignOut() {
  const say = useSay();
  const signOut = useSignOut();
  return (
    <Button look="quiet" onPress={() => void signOut()}>
      {say("account.signOut", "Sign out")}
    </Button>
  );
}
