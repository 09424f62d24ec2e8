/** Says why somebody was not let in. The sentences come when they are needed: most people are let in. */
import { failureOf } from "../../api/failure";
import { tellFailure } from "../../components/notices";
import { failureFallback, failureTitle, type Failure } from "../../i18n/fixedTexts";
import type { Say } from "../../i18n/say";

export async function tellRefused(say: Say, failure: Failure, reason: unknown): Promise<void> {
  const why = failureOf(reason);
  const sentence = await import("../../i18n/refusalTexts").then(
    ({ sayRefusal }) => sayRefusal(say, why),
    () => why.message,
  );
  tellFailure(failureTitle(say, failure), sentence || failureFallback(say, failure));
}
