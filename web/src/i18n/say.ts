/** Every word the app shows passes through here: an id, and the English that stands for it in the code. */
import { useLingui } from "@lingui/react";
import { useMemo } from "react";

export type Values = Record<string, string | number | Date | null | undefined>;
export type Say = (id: string, message: string, values?: Values) => string;

export function useSay(): Say {
  const { i18n, _ } = useLingui();
  // A new function with each language, so that what depends on it is said again.
  return useMemo<Say>(() => (id, message, values) => i18n._({ id, message, values }), [i18n, _]);
}
