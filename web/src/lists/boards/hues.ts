/** The twelve colours that people give to topics and statuses; each has a value for light and one for dark in the tokens. */
import type { Say } from "../../i18n/say";

export const HUES = [
  "red", "orange", "amber", "olive", "green", "teal", "cyan", "blue", "indigo", "violet", "pink", "brown",
] as const;

export type Hue = (typeof HUES)[number];

/** A newer version of the app may know more of them. */
export const hueOf = (written: string | undefined): Hue | null => HUES.find((hue) => hue === written) ?? null;

export function hueWord(say: Say, hue: Hue): string {
  switch (hue) {
    case "red":
      return say("hue.red", "Red");
    case "orange":
      return say("hue.orange", "Orange");
    case "amber":
      return say("hue.amber", "Amber");
    case "olive":
      return say("hue.olive", "Olive");
    case "green":
      return say("hue.green", "Green");
    case "teal":
      return say("hue.teal", "Teal");
    case "cyan":
      return say("hue.cyan", "Cyan");
    case "blue":
      return say("hue.blue", "Blue");
    case "indigo":
      return say("hue.indigo", "Indigo");
    case "violet":
      return say("hue.violet", "Violet");
    case "pink":
      return say("hue.pink", "Pink");
    case "brown":
      return say("hue.brown", "Brown");
  }
}
