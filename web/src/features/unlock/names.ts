/** The people who can approve, in one phrase that begins a sentence. */
import { useSay } from "../../i18n/say";
import { useDates } from "../../session/useSession";

export const oneOf = (people: readonly string[], language: string): string => new Intl.ListFormat(language, { type: "disjunction" }).format(people);

export function useHelpers(people: readonly string[]): string {
  const say = useSay();
  const { language } = useDates();
  return people.length > 0 ? oneOf(people, language) : say("waiting.somebody", "Someone who manages members");
}
