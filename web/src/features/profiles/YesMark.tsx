/** A thing that is so. */
import { useSay } from "../../i18n/say";

export function YesMark() {
  return useSay()("profiles.yes", "Yes");
}
