/** How an item of a kind is called, by what it says. Comments have no name. */
import type { ContactName } from "./contact.ts";

type Payload = Readonly<Record<string, unknown>>;

const title = (payload: Payload): unknown => payload["title"];
const name = (payload: Payload): unknown => payload["name"];

const TITLES: Readonly<Record<string, (payload: Payload) => unknown>> = {
  document: title,
  task: title,
  contact: (payload) => (payload["name"] as Partial<ContactName> | undefined)?.full,
  vendor: name,
  profile: name,
  "profile-group": name,
  "profile-sub-group": name,
  topic: name,
  status: name,
  "saved-filter": name,
};

export function titleIn(kind: string, payload: Payload): string | null {
  const found = TITLES[kind]?.(payload);
  return typeof found === "string" && found !== "" ? found : null;
}
