/** How an item of a kind is called, by what it says. */
import type { ContactName } from "./contact.ts";

type Payload = Readonly<Record<string, unknown>>;

/** Most say a title or a name. Comments and files have none of their own: a file is called as its document is. */
const OTHERWISE: Readonly<Record<string, (payload: Payload) => unknown>> = {
  contact: (payload) => (payload["name"] as Partial<ContactName> | undefined)?.full,
  comment: () => null,
  file: () => null,
};

export function titleIn(kind: string, payload: Payload): string | null {
  const otherwise = OTHERWISE[kind];
  const found = otherwise ? otherwise(payload) : (payload["title"] ?? payload["name"]);
  return typeof found === "string" && found !== "" ? found : null;
}
