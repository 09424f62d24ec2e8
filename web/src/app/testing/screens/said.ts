/** What the app says in English, by the id of the message. */
import { readFileSync } from "node:fs";

import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { parsePo } from "pofile-ts";

const CATALOGUE = "src/i18n/catalogues/en.po";

const english = setupI18n();
english.loadAndActivate({
  locale: "en",
  messages: Object.fromEntries(parsePo(readFileSync(CATALOGUE, "utf8")).items.map(({ msgid, msgstr }) => [msgid, compileMessage(msgstr[0] ?? "")])),
});

/** Fails for an id that no catalogue holds. */
export function said(id: string, values: Record<string, string | number> = {}): string {
  const text = english._({ id, values });
  if (text === id) throw new Error(`No message is called "${id}".`);
  return text;
}
