/** Tells a person on the spot that the device in front of them was refused: it waited, and is a device no more. */
import { useEffect, useRef } from "react";

import { tellFailure } from "../components/notices";
import { useSay } from "../i18n/say";
import { useKeyState } from "../keyring/react";

export function useRefusal(): void {
  const say = useSay();
  const { name } = useKeyState();
  const before = useRef(name);

  useEffect(() => {
    const was = before.current;
    before.current = name;
    if (name !== "new" && name !== "elsewhere") return;
    if (was === "waiting")
      tellFailure(
        say("waiting.refused", "This device was refused"),
        say("waiting.refusedHow", "The safety codes did not match. Talk to the person who invited you before you try again."),
      );
    if (was === "pending") tellFailure(say("pending.refused", "This device was not approved."));
  }, [name, say]);
}
