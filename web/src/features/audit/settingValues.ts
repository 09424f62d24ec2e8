/** Values of settings that the wire spells in code: orders of a date, languages, rules for keys. */
import { languageName } from "../../i18n/displayNames";
import type { Say } from "../../i18n/say";

export function settingValue(say: Say, field: string, value: unknown, language: string): string | undefined {
  switch (field) {
    case "dateFormat":
    case "dateInputFormat":
      return orderWord(say, value);
    case "dateSeparator":
      return separatorWord(say, value);
    case "language":
      return languageWord(value, language);
    case "zone":
      return typeof value === "string" ? value.replace(/_/g, " ") : undefined;
    case "stages":
      return Array.isArray(value) && value.length > 0
        ? say("audit.value.stages", "{days} days before", { days: new Intl.ListFormat(language, { type: "unit" }).format(value.map(String)) })
        : undefined;
    case "keyGrant":
      return value === "confirm" ? say("audit.value.confirm", "After comparing the safety code") : say("audit.value.auto", "Automatically");
    default:
      return undefined;
  }
}

function orderWord(say: Say, order: unknown): string | undefined {
  switch (order) {
    case "ddmmyyyy":
      return say("settings.order.dmy", "Day, month, year");
    case "mmddyyyy":
      return say("settings.order.mdy", "Month, day, year");
    case "yyyymmdd":
      return say("settings.order.ymd", "Year, month, day");
    default:
      return undefined;
  }
}

function separatorWord(say: Say, separator: unknown): string | undefined {
  switch (separator) {
    case ".":
      return say("settings.separator.dot", "Dot .");
    case "-":
      return say("settings.separator.hyphen", "Hyphen -");
    case "/":
      return say("settings.separator.slash", "Slash /");
    case " ":
      return say("settings.separator.space", "Space");
    default:
      return undefined;
  }
}

/** A language in the language of the reader. */
function languageWord(code: unknown, language: string): string | undefined {
  return typeof code === "string" ? languageName(code, language) : undefined;
}
