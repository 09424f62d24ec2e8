/** Before anything of the account was checked: the place of what comes, and after a minute why nothing does. */
import { useEffect, useState } from "react";

import { Skeleton } from "../components/States";
import { useSay } from "../i18n/say";

const LONG_MS = 60_000;
const PLACE = { inlineSize: "100%", alignSelf: "start" } as const;

export function Starting() {
  const say = useSay();
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div style={PLACE}>
      {long ? (
        <p role="status">{say("starting.long", "The server has not recorded your account yet. Coffer tries again.")}</p>
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  );
}
