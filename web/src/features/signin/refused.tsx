/** The refusal of a sign-in, in its form. Its texts are a lazy chunk: most sign-ins succeed. */
import { useCallback, useState } from "react";

import { failureOf } from "../../api/failure";
import { failureFallback, failureTitle, type Failure } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import styles from "./signin.module.css";

export interface Refused {
  title: string;
  detail?: string | undefined;
}

export async function refusedBy(say: Say, failure: Failure, reason: unknown): Promise<Refused> {
  const why = failureOf(reason);
  const sentence = await import("../../i18n/refusalTexts").then(
    ({ sayRefusal }) => sayRefusal(say, why),
    () => why.message,
  );
  return { title: failureTitle(say, failure), detail: sentence || failureFallback(say, failure) };
}

interface Refusal {
  refused: Refused | undefined;
  refuse: (failure: Failure, reason: unknown) => Promise<void>;
  /** With the next try the last one is over. */
  forget: () => void;
}

export function useRefused(before?: Refused): Refusal {
  const say = useSay();
  const [refused, setRefused] = useState(before);
  const refuse = useCallback(async (failure: Failure, reason: unknown) => setRefused(await refusedBy(say, failure, reason)), [say]);
  const forget = useCallback(() => setRefused(undefined), []);
  return { refused, refuse, forget };
}

export function WhyRefused({ refused }: { refused: Refused | undefined }) {
  if (!refused) return null;
  return (
    <div role="alert" className={styles["refused"]}>
      <p>
        <b>{refused.title}</b>
        {refused.detail}
      </p>
    </div>
  );
}
