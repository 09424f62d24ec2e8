/** One line becomes a task: "Renew passport tomorrow @jonas #travel" says what, until when, who, and what it is about. */
import { addDays, looksLikeDay, readDay, type DateOrder, type Day } from "../../dates/days";
import { nameAt, signs, type Named } from "../../lists/tasks/names";

/** What the line is read against. */
export interface Around {
  today: Day;
  order: DateOrder;
  language: string;
  me: string;
  people: readonly Named[];
  topics: readonly Named[];
}

export interface QuickTask {
  /** What is left when everything else was understood. */
  title: string;
  dueOn: Day | null;
  assigneeIds: string[];
  topicIds: string[];
}

export function readQuickTask(line: string, around: Around): QuickTask {
  const { me, people, topics } = around;
  const who = taken(line, "@", [...people, { id: me, name: "me" }]);
  const about = taken(who.rest, "#", topics);
  const { rest, dueOn } = dayIn(about.rest, around);
  return { title: rest.replace(/\s+/g, " ").trim(), dueOn, assigneeIds: who.ids, topicIds: about.ids };
}

/** Takes out what a sign names; what it does not name stays where it is. */
function taken(text: string, sign: "@" | "#", among: readonly Named[]): { rest: string; ids: string[] } {
  let rest = text;
  const ids = new Set<string>();
  for (const { index } of [...text.matchAll(signs(sign))].reverse()) {
    const found = nameAt(text.slice(index + 1), among);
    if (!found) continue;
    ids.add(found.id);
    rest = rest.slice(0, index) + rest.slice(index + 1 + found.length);
  }
  return { rest, ids: [...ids].sort() };
}

/** Takes out the last word that is a day to come. */
function dayIn(text: string, around: Around): { rest: string; dueOn: Day | null } {
  for (const found of [...text.matchAll(/\S+/g)].reverse()) {
    const dueOn = dayOfWord(found[0], around);
    if (dueOn === null) continue;
    return { rest: text.slice(0, found.index) + text.slice(found.index + found[0].length), dueOn };
  }
  return { rest: text, dueOn: null };
}

/** A full date that does not exist: an error, not a part of the title. */
export function noDayIn(line: string, order: DateOrder): string | null {
  const meant = [...line.matchAll(/\S+/g)].map(([word]) => word).filter((word) => /\d{4}/.test(word) && /^\d+([./-])\d+\1\d+$/.test(word));
  return meant.find((word) => looksLikeDay(word, order) && readDay(word, order, "2000-01-01") === null) ?? null;
}

/** A bare number is a number, and what is over is due no more: "hier" means here in one language and yesterday in another. */
function dayOfWord(word: string, { today, order, language }: Around): Day | null {
  if (/^\d+$/.test(word)) return null;
  const day = readDay(word, order, today) ?? weekday(word, today, language);
  return day !== null && day >= today ? day : null;
}

/** The next day of that name after today. */
function weekday(word: string, today: Day, language: string): Day | null {
  const said = word.toLocaleLowerCase();
  const names = [language, "en"].map((one) => new Intl.DateTimeFormat(one, { weekday: "long", timeZone: "UTC" }));
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const day = addDays(today, ahead);
    if (names.some((name) => name.format(Date.parse(day)).toLocaleLowerCase() === said)) return day;
  }
  return null;
}
