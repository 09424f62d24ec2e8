/** The four words for what the server has answered in place of an item (`crypto.md` section 22). */
import { Pill } from "../components/Marks";
import { useSay, type Say } from "../i18n/say";
import type { AlarmWord } from "../crypto/errors";

export function alarmTitle(word: AlarmWord, say: Say): string {
  switch (word) {
    case "rolled back":
      return say("alarm.rolledBack", "Rolled back");
    case "foreign":
      return say("alarm.foreign", "Foreign");
    case "withheld":
      return say("alarm.withheld", "Withheld");
    case "altered":
      return say("alarm.altered", "Altered");
  }
}

export function alarmSaid(word: AlarmWord, say: Say): string {
  switch (word) {
    case "rolled back":
      return say("alarm.rolledBackHow", "The server showed an older version than the one you have seen.");
    case "foreign":
      return say("alarm.foreignHow", "This does not belong here, or its author was not allowed to write it.");
    case "withheld":
      return say("alarm.withheldHow", "You have seen this. The server no longer shows it, and no one deleted it.");
    case "altered":
      return say("alarm.alteredHow", "This is not what its author signed.");
  }
}

/** The word, with what the item was called when this device had proven it last. */
export function alarmNamed({ word, last }: { word: AlarmWord; last?: string | null }, say: Say): string {
  const said = alarmTitle(word, say);
  return last ? say("alarm.named", "{word}: {title}", { word: said, title: last }) : said;
}

/** In place of the contents. */
export function AlarmPill({ word }: { word: AlarmWord }) {
  const say = useSay();
  return <Pill tone="bad">{alarmTitle(word, say)}</Pill>;
}
