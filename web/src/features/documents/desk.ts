/** Documents as the desk holds them. */
import { deskKind, plain } from "../../desk/kind.ts";
import type { VerifiedItem } from "../../keyring/contract.ts";
import { documentWords, type DocumentPayload } from "../../payloads/document.ts";

/** Where the account keeps dates from the server, the last day stands among the sealed words. */
function lastDay({ attributes: { expiresOn } }: VerifiedItem, payload: DocumentPayload | null): string | null {
  return typeof expiresOn === "string" ? expiresOn : (payload?.expiresOn ?? null);
}

/** Beyond every day. */
const NEVER = "9999-12-31";

/** What ran out first, then what will, what has no last day, drafts, and the archive: the same order on every day. */
function standing(item: VerifiedItem, payload: DocumentPayload | null): string | null {
  const { state } = item.attributes;
  if (state === "draft" || state === "archived") return state === "draft" ? "1" : "2";
  const day = lastDay(item, payload);
  return day === null && payload === null ? null : `0 ${day ?? NEVER}`;
}

export const documentDesk = deskKind<DocumentPayload>({
  kind: "document",
  version: 1,
  title: ({ title }) => title,
  attributes: { profileIds: ids("profileIds"), topicIds: ids("topicIds"), fileIds: ({ fileIds }) => (fileIds.length > 0 ? fileIds : null) },
  columns: { category: plain(({ category }) => category), number: ({ number }) => number },
  either: { expiresOn: lastDay, standing },
  word: { hiddenBy: ({ hiddenBy }) => (typeof hiddenBy === "string" ? hiddenBy : null) },
  words: documentWords,
});

function ids(name: string) {
  return ({ attributes }: VerifiedItem): readonly string[] | null => {
    const value = attributes[name];
    return Array.isArray(value) && value.every((one) => typeof one === "string") ? value : null;
  };
}
