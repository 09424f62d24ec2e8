/** The refusal of a sign-in, in its form. Its texts are a lazy chunk: most sign-ins succeed. */
import { useCallback, useState } from "react";

import { failureOf } from "../../api/failure";
import { Why } from "../../components/Why";
import { failureFallback, failureTitle, type Failure } from "../../i18n/fixedTexts";
import { useSay, type Say } from "../../i18n/say";
import type { Word } from "../../i18n/word";
import styles from "./signin.module.css";

export interface Refused {
  title: string;
  detail?: string | undefined;
  said?: Word | undefined;
}

export async function refusedBy(say: Say, failure: Failure, reason: unknown): Promise<Refused> {
  const why = failureOf(reason);
  const sentence = await import("../../i18n/refusalTexts").then(
    ({ sayRefusal }) => sayRefusal(say, why),
    () => why.message,
  );
  const title = failureTitle(say, failure);
  // The specification lets a sentence of the server's take the place of ours. It has its mark.
  return why.said ? { title, said: why.said } : { title, detail: sentence || failureFallback(say, failure) };
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
        <Why message={refused.detail ?? ""} said={refused.said} />
      </p>
    </div>
  );
}
