/**
 * An email as each of its recipients gets it: made on this device, before anything leaves it.
 *
 * The server makes the same once it sends (`infrastructure/mail/rendering.py`). Both are held to one list of cases:
 * `tests/contracts/member_mails.json`.
 */
import { formatDay, type DateSettings } from "../../dates/days";
import { filled, measure, placesIn, unknownIn, type Placeholder, type Values } from "./placeholders";
import { sayableLine, sayableText } from "./sayable";
import { TEMPLATES, TEXTS } from "./texts.generated";

export type Template = "note" | "document_request" | "reminder";
export type Locale = "en" | "de" | "fr" | "es" | "ar";

export interface Parameter {
  name: "message" | "documents" | "due" | "about";
  kind: "line" | "text" | "day";
  required: boolean;
}

type Lines = Readonly<Record<string, string>>;

/** The words around what a person writes, in one language. */
export type MailTexts = { dir: "ltr" | "rtl"; unnamed: string; by_member: Lines } & Readonly<Record<Template, Lines>>;

/** What somebody has written so far; a draft keeps it. */
export interface Message {
  template: Template | "own";
  subject: string;
  text: string;
  params: Readonly<Partial<Record<Parameter["name"], string>>>;
  /** The language of the words around it. */
  locale: Locale;
}

export interface SenderNames {
  name: string;
  account: string;
  replyTo: string;
}

export interface Letter {
  subject: string;
  /** Paragraphs; each may have several lines. */
  parts: string[];
  /** Who sent it with what, and how to get no more. */
  footer: string;
  stop: string;
  dir: "ltr" | "rtl";
}

export const MOST_LINE = 200;
export const MOST_TEXT = 2_000;
export const MOST_OWN_TEXT = 20_000;

/** What the message says for one of them, as the server is told it: of a template its values, of one's own words subject and text. */
export function saidFor(message: Message, values: Values): { subject: string; text: string } | Partial<Record<Parameter["name"], string>> {
  if (message.template === "own") return { subject: sayableLine(filled(message.subject, values)), text: sayableText(filled(message.text, values)).trim() };
  return Object.fromEntries(
    TEMPLATES[message.template].flatMap(({ name, kind }) => {
      const written = message.params[name] ?? "";
      const said = kind === "day" ? written : kind === "line" ? sayableLine(filled(written, values)) : sayableText(filled(written, values)).trim();
      return said ? [[name, said]] : [];
    }),
  );
}

const substituted = (line: string, values: Readonly<Record<string, string>>): string => line.replace(/\$(\w+)/gu, (place, name: string) => values[name] ?? place);

export function letterFor(message: Message, values: Values, sender: SenderNames, dates: Pick<DateSettings, "dateFormat" | "dateSeparator">): Letter {
  const texts = TEXTS[message.locale];
  const named = { sender: sender.name || texts.unnamed, account: sender.account, reply_to: sender.replyTo };
  const around = {
    footer: substituted(texts.by_member["footer"] ?? "", named),
    stop: substituted(texts.by_member["unsubscribe"] ?? "", named),
    dir: texts.dir,
  };
  const said = saidFor(message, values);
  if (message.template === "own") {
    const { subject, text } = said as { subject: string; text: string };
    return { subject, parts: text ? [text] : [], ...around };
  }
  const lines = texts[message.template];
  const given = said as Partial<Record<Parameter["name"], string>>;
  const shown: Record<string, string> = { ...named, ...given, ...(given.due ? { due: formatDay(given.due, dates) } : {}) };
  // A line about a value is left out with it.
  const about = TEMPLATES[message.template].flatMap(({ name }) => (given[name] ? [substituted(lines[`${name}_line`] ?? "", shown)] : []));
  return {
    subject: substituted(lines["subject"] ?? "", { ...shown, about: given.about ?? "" }),
    parts: [substituted(lines["intro"] ?? "", shown), ...about].filter(Boolean),
    ...around,
  };
}

/** The texts in which there may be places. */
function writtenIn({ template, subject, text, params }: Message): string[] {
  if (template === "own") return [subject, text];
  return TEMPLATES[template].flatMap(({ name, kind }) => (kind === "day" ? [] : [params[name] ?? ""]));
}

export const placesOf = (message: Message): Placeholder[] => placesIn(...writtenIn(message));

export const unknownPlaceOf = (message: Message): string | undefined => writtenIn(message).map(unknownIn).find((name) => name !== undefined);

/**
 * Whether a text is longer than an email takes once the values of one of them are in it.
 *
 * Measured once for all of them: a thousand recipients are asked for at every letter that somebody types.
 */
export function tooLongFor(message: Message): (values: Values) => boolean {
  const measured = limitsOf(message).map(({ text, most }) => ({ most, ...measure(text) }));
  const mayBe = (values: Values) => measured.some(({ most, length, places }) => length + places.reduce((sum, name) => sum + lengthOf(values[name] ?? ""), 0) > most);
  return (values) => mayBe(values) && isTooLong(message, values);
}

const lengthOf = (text: string): number => [...text].length;

function limitsOf({ template, subject, text, params }: Message): { text: string; most: number }[] {
  if (template === "own") return [{ text: subject, most: MOST_LINE }, { text, most: MOST_OWN_TEXT }];
  return TEMPLATES[template].flatMap(({ name, kind }) => (kind === "day" ? [] : [{ text: params[name] ?? "", most: kind === "line" ? MOST_LINE : MOST_TEXT }]));
}

function isTooLong(message: Message, values: Values): boolean {
  return limitsOf(message).some(({ text, most }) => lengthOf(sayableText(filled(text, values)).trim()) > most);
}

export function isEmpty({ template, subject, text, params }: Message): boolean {
  if (template === "own") return subject.trim() === "" && text.trim() === "";
  return Object.values(params).every((value) => !value?.trim());
}
