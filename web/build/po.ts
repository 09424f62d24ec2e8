/** Turns a `.po` catalogue into a module of compiled messages. */
import { readFile } from "node:fs/promises";

import { compileMessage, type CompiledMessage } from "@lingui/message-utils/compileMessage";
import { parsePo } from "pofile-ts";
import type { Plugin } from "vite";

/**
 * Every message of a catalogue by its id; one that is not translated is left out.
 *
 * The English one holds only what has values to be put in: everything else the code says word for word.
 */
export function compileCatalogue(source: string, { english = false } = {}): Record<string, CompiledMessage> {
  const messages: Record<string, CompiledMessage> = {};
  for (const { msgid, msgstr } of parsePo(source).items) {
    const text = msgstr[0];
    if (!msgid || !text) continue;
    const message = compileMessage(text);
    if (english && message.length === 1 && message[0] === text) continue;
    messages[msgid] = message;
  }
  return messages;
}

export function po(): Plugin {
  return {
    name: "coffer-po",
    async load(id) {
      if (!id.endsWith(".po")) return null;
      this.addWatchFile(id);
      const messages = compileCatalogue(await readFile(id, "utf8"), { english: id.endsWith("/en.po") });
      return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(messages))});`;
    },
  };
}
