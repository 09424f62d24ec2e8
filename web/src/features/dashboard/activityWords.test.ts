/** A line names what it is about, or says how many there were. */
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { expect, test } from "vitest";

import type { Say } from "../../i18n/say";
import { activityWords, type Named } from "./activityWords";

const say: Say = (id, message, values) => {
  const i18n = setupI18n({ locale: "en", messages: { en: { [id]: compileMessage(message) } } });
  return i18n._({ id, message, values: values ?? {} });
};
const words = (doing: Named) => activityWords(say, doing).replace(/[\u2068\u2069]/g, "");

test.each<[Named, string]>([
  [{ act: "added", kind: "document", count: 3, files: true, where: "Lindenstrasse 12" }, "uploaded 3 files to Lindenstrasse 12"],
  [{ act: "added", kind: "document", count: 1, files: true, name: "Passport" }, "uploaded Passport"],
  [{ act: "added", kind: "document", count: 1, files: true, name: "Lease", where: "Seehof" }, "uploaded Lease to Seehof"],
  [{ act: "added", kind: "document", count: 1 }, "added a document"],
  [{ act: "added", kind: "document", count: 2 }, "added 2 documents"],
  [{ act: "changed", kind: "vendor", count: 1, name: "Otis" }, "changed Otis"],
  [{ act: "finished", kind: "task", count: 1, name: "Renew staff insurance" }, "finished Renew staff insurance"],
  [{ act: "commented", kind: "task", count: 1 }, "commented on a task"],
  [{ act: "purged", kind: "contact", count: 4 }, "deleted 4 contacts for good"],
  [{ act: "joined", kind: "member", count: 0 }, "joined"],
  [{ act: "invited", kind: "invitation", count: 1, name: "karl@example.test" }, "invited karl@example.test"],
])("%j", (doing, text) => expect(words(doing)).toBe(text));
