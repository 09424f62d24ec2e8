/** How a term is found that is translated another way (`npm run messages` sees to the catalogues). */
import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { parsePo } from "pofile-ts";
import { expect, test } from "vitest";

import { mistranslations, type Messages } from "./mistranslations";
import { TRANSLATIONS } from "./translations";

const CATALOGUES = join(import.meta.dirname, "../../src/i18n/catalogues");

async function messagesIn(language: string): Promise<Messages> {
  const { items } = parsePo(await readFile(join(CATALOGUES, `${language}.po`), "utf8"));
  return new Map(items.map(({ msgid, msgstr }) => [msgid, msgstr[0] ?? ""]));
}

const english = await messagesIn("en");

test("every term is said somewhere, and every exception is still needed", () => {
  const texts = [...english.values()];
  expect(TRANSLATIONS.filter((term) => !texts.some((text) => term.english.test(text)))).toEqual([]);
  const idle = TRANSLATIONS.flatMap(({ english: term, except }) =>
    Object.keys(except ?? {}).filter((id) => !term.test(english.get(id) ?? "")),
  );
  expect(idle).toEqual([]);
});

test("another word for a term is found, and a word that is used no more", () => {
  const source = new Map([["some.text", "Approve this device"]]);
  expect(mistranslations("de", source, new Map([["some.text", "Dieses Gerät freigeben"]]))).toEqual([]);
  expect(mistranslations("de", source, new Map([["some.text", "Dieses Gerät hereinlassen"]]))).toHaveLength(1);
  expect(mistranslations("fr", source, new Map([["some.text", "Approuver l'appareil scellé"]]))).toHaveLength(1);
});
