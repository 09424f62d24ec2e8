/** Who comes to a browser that another person of the account has set up is told so, before anything is set up once more. */
import { useEffect, useState } from "react";

import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { othersHere } from "../../keyring";
import { useSignedIn } from "../../session/useSession";

export function OthersHere() {
  const say = useSay();
  const { user, account } = useSignedIn();
  const [are, setAre] = useState(false);
  useEffect(() => {
    let gone = false;
    void othersHere({ userId: user.id, accountId: account.id }).then((found) => !gone && setAre(found));
    return () => {
      gone = true;
    };
  }, [user.id, account.id]);
  if (!are) return null;
  return (
    <Banner tone="warn" urgent title={say("welcome.others", "This browser is set up for someone else of this account")}>
      {say("welcome.othersWhat", "If that is you, the server calls you by the name of another person: set up nothing here, and sign in again. If you share this browser, go on.")}
    </Banner>
  );
}
