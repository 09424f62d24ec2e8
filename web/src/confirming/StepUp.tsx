/** Puts the question up whenever a call wants to know who is there, over whatever the person was doing. */
import { lazy, Suspense, useEffect, useState } from "react";

import { askThrough } from "../api/stepUp";

const ConfirmIdentity = lazy(() => import("./ConfirmIdentity"));

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
    <Suspense fallback={null}>
      {answer && <ConfirmIdentity onConfirmed={() => answer(true)} onClose={() => answer(false)} />}
    </Suspense>
  );
}
