/** Puts the question up whenever a call wants to know who is there, over whatever the person was doing. */
import { useEffect, useState } from "react";

import { askThrough } from "../../api/stepUp";
import { part } from "../../components/part";
import { PopUp } from "../../components/PopUp";

const ConfirmIdentity = part(() => import("./ConfirmIdentity"));

export function StepUp() {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>();

  useEffect(
    () =>
      askThrough(async () => {
        const confirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve));
        setAnswer(undefined);
        return confirmed;
      }),
    [],
  );

  return (
    answer && (
      <PopUp onClose={() => answer(false)}>
        <ConfirmIdentity onConfirmed={() => answer(true)} onClose={() => answer(false)} />
      </PopUp>
    )
  );
}
