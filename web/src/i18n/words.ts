/** The words of the language that is spoken: those of the first page at once, the others when a page needs them. */
import { i18n, type Messages } from "@lingui/core";

/** Loads the words of one part of the app, by the catalogue they are in. */
export type Catalogues = Record<string, () => Promise<Messages>>;

const parts: Record<string, Catalogues> = {
  first: import.meta.glob<Messages>("./catalogues/*.po", { query: { part: "first" }, import: "messages" }),
  next: import.meta.glob<Messages>("./catalogues/*.po", { query: { part: "next" }, import: "messages" }),
  doors: import.meta.glob<Messages>("./catalogues/*.po", { query: { part: "doors" }, import: "messages" }),
};

const asked = new Map<string, Promise<void>>();
let spoken = "";

const load = async (part: string, language: string): Promise<Messages> =>
  (await parts[part]?.[`./catalogues/${language}.po`]?.()) ?? {};

/** Registers where the messages of a part are loaded from. */
export function provideWords(part: string, catalogues: Catalogues): void {
  parts[part] = catalogues;
}

/** Another language, with the words of everything asked for so far. */
export async function putOn(language: string): Promise<void> {
  let wanted: string[];
  let messages: Messages[];
  // A part that is asked for meanwhile comes in the language that is still spoken.
  do {
    wanted = ["first", ...asked.keys()];
    messages = await Promise.all(wanted.map((part) => load(part, language)));
  } while (asked.size >= wanted.length);
  spoken = language;
  i18n.loadAndActivate({ locale: language, messages: Object.assign({}, ...messages) as Messages });
}

/** Merges the messages into those in use. Nothing on screen shows them yet, so nothing is rendered again. */
async function bring(part: string): Promise<void> {
  const language = spoken;
  const messages = await load(part, language);
  if (language === spoken) Object.assign(i18n.messages, messages);
  else await bring(part);
}

/** Has the words of a part ready before they are needed. What does not arrive is shown in English, and asked for again. */
export function fetchWords(part: string): Promise<void> {
  const known = asked.get(part);
  if (known) return known;
  const coming = bring(part).catch(() => void asked.delete(part));
  asked.set(part, coming);
  return coming;
}

/** A part of the app together with what it says; the build puts it around whatever is loaded later. */
export async function withWords<Module>(module: Promise<Module>, needed: readonly string[]): Promise<Module> {
  const [loaded] = await Promise.all([module, ...needed.map(fetchWords)]);
  return loaded;
}
