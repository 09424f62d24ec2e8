/**
 * What stands in double braces in a text, and is another one for each who gets it.
 *
 * The server finds and fills the same (`application/messaging/own_words.py`): a test holds both to one list of cases.
 */
import type { Say } from "../../i18n/say";

export const PLACEHOLDERS = ["name", "firstName", "organization"] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export type Values = Readonly<Partial<Record<Placeholder, string>>>;

const PLACE = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39})\s*\}\}/gu;

const isKnown = (name: string): name is Placeholder => PLACEHOLDERS.some((one) => one === name);

const namesIn = (texts: readonly string[]): string[] => [...new Set(texts.flatMap((text) => [...text.matchAll(PLACE)].map(([, name = ""]) => name)))];

/** Those that a text can be filled with. */
export const placesIn = (...texts: readonly string[]): Placeholder[] => namesIn(texts).filter(isKnown);

/** What nobody could be sent: a place that nothing is put into. */
export const unknownIn = (text: string): string | undefined => namesIn([text]).find((name) => !isKnown(name));

/** The text for one of them. What is not known stays as it was written, and what is filled in is never filled in again. */
export function filled(text: string, values: Values): string {
  return text.replace(PLACE, (place, name: string) => (isKnown(name) ? values[name] : undefined) ?? place);
}

/** The length of a text without its places, at most, and each place as often as it stands there. */
export function measure(text: string): { length: number; places: Placeholder[] } {
  const places: Placeholder[] = [];
  const rest = text.replace(PLACE, (place, name: string) => {
    if (!isKnown(name)) return place;
    places.push(name);
    return "";
  });
  return { length: [...rest].length, places };
}

export const placed = (name: Placeholder): string => `{{${name}}}`;

export function placeholderWord(say: Say, name: Placeholder): string {
  switch (name) {
    case "name":
      return say("email.place.name", "Name");
    case "firstName":
      return say("email.place.firstName", "First name");
    case "organization":
      return say("email.place.organization", "Organisation");
  }
}
