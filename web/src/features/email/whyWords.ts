/** Why somebody who was chosen does not get the email, in words. */
import type { Say } from "../../i18n/say";
import { placeholderWord } from "./placeholders";
import type { LeftOut } from "./recipients";

export function whyWord(say: Say, { why, about, place }: LeftOut, most: number): string {
  switch (why) {
    case "closed":
      return say("email.left.closed", "Deleted, or cannot be opened on this device");
    case "noAddress":
      return say("email.left.noAddress", "Has no email address");
    case "wrongAddress":
      return about === undefined ? say("email.left.wrong", "Not a valid email address") : say("email.left.wrongAddress", "{address} is not a valid email address", { address: about });
    case "repeated":
      return about === undefined ? say("email.left.twice", "Was chosen twice") : say("email.left.repeated", "Same address as {name}", { name: about });
    case "missing":
      return say("email.left.missing", "Nothing is known for “{place}”", { place: placeholderWord(say, place ?? "name") });
    case "unfit":
      return say("email.left.unfit", "The server takes no email with these values");
    case "tooLong":
      return say("email.left.tooLong", "The text gets too long with these values");
    case "beyond":
      return say("email.left.beyond", "More than {most} recipients", { most });
    case "suppressed":
      return say("email.left.suppressed", "Gets no emails from this account");
    case "unproven":
      return say("email.left.unproven", "Could not be checked yet, or the server showed it wrongly");
  }
}
