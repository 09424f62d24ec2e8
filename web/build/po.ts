/**
 * Turns a `.po` catalogue into modules of compiled messages, one for each part of the app.
 *
 * In a build, whatever is loaded later also brings the words it says: no page is seen before it can speak.
 */
import { readFile } from "node:fs/promises";

import { compileMessage, type CompiledMessage } from "@lingui/message-utils/compileMessage";
import { parsePo } from "pofile-ts";
import type { Plugin } from "vite";

import { fileOf, LOADS, placeWords, type Words } from "./words.ts";

type Catalogue = Record<string, CompiledMessage>;

/**
 * Every message of a catalogue by its id; one that is not translated is left out.
 *
 * The English one holds only what has values to be put in: everything else the code says word for word.
 */
export function compileCatalogue(source: string, { english = false } = {}): Catalogue {
  const messages: Catalogue = {};
  for (const { msgid, msgstr } of parsePo(source).items) {
    const text = msgstr[0];
    if (!msgid || !text) continue;
    const message = compileMessage(text);
    if (english && message.length === 1 && message[0] === text) continue;
    messages[msgid] = message;
  }
  return messages;
}

/** What of a catalogue travels with a part. Left whole, all of it comes first. */
export function messagesOf(catalogue: Catalogue, part: string, words: Words | undefined): Catalogue {
  if (!words) return part === "first" ? catalogue : {};
  const own: Catalogue = {};
  for (const [id, message] of Object.entries(catalogue)) {
    const place = words.partOf(id);
    if (!place) throw new Error(`No part of the app was found to say "${id}".`);
    if (place === part) own[id] = message;
  }
  return own;
}

/** Lets every `import("./Page")` wait for the words of the page as well. */
export function bringWords(code: string, file: string, words: Words): string {
  let brings = false;
  const changed = code.replace(LOADS, (load, name: string) => {
    const loaded = fileOf(file, name);
    const parts = loaded ? words.neededBy(loaded) : [];
    if (parts.length === 0) return load;
    brings = true;
    return `withWords(${load}, ${JSON.stringify(parts)})`;
  });
  return brings ? `import { withWords } from "/src/i18n/words";\n${changed}` : code;
}

export function po(): Plugin {
  let words: Words | undefined;
  let root = "";
  return {
    name: "coffer-po",
    configResolved(config) {
      root = config.root;
      if (config.command === "build") words = placeWords(root);
    },
    async load(id) {
      const [file = "", query = ""] = id.split("?");
      if (!file.endsWith(".po")) return null;
      this.addWatchFile(file);
      const catalogue = compileCatalogue(await readFile(file, "utf8"), { english: file.endsWith("/en.po") });
      const messages = messagesOf(catalogue, new URLSearchParams(query).get("part") ?? "first", words);
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
    },
    transform(code, id) {
      if (!words || !id.startsWith(`${root}/src/`) || !/\.tsx?$/.test(id)) return null;
      const changed = bringWords(code, id, words);
      return changed === code ? null : { code: changed, map: null };
    },
  };
}
