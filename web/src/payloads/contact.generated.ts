// Made by `npm run payloads` from schemas/contact.1.json.
import { isRecord, isText, list, under, when } from "./fit.ts";
import { basePayloadFault, dayFault, reachableFault, type BasePayload, type Day, type Reachable } from "./shared.generated.ts";

export interface ContactName {
  full: string;
  given?: string;
  additional?: string;
  surname?: string;
  prefix?: string;
  suffix?: string;
  nickname?: string;
  phonetic?: string;
}

export function contactNameFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!isText(value["full"], 1, 200)) return "full";
  if (value["given"] !== undefined && !isText(value["given"])) return "given";
  if (value["additional"] !== undefined && !isText(value["additional"])) return "additional";
  if (value["surname"] !== undefined && !isText(value["surname"])) return "surname";
  if (value["prefix"] !== undefined && !isText(value["prefix"])) return "prefix";
  if (value["suffix"] !== undefined && !isText(value["suffix"])) return "suffix";
  if (value["nickname"] !== undefined && !isText(value["nickname"])) return "nickname";
  if (value["phonetic"] !== undefined && !isText(value["phonetic"])) return "phonetic";
  return null;
}

export interface Organization {
  name: string;
  unit?: string;
}

export function organizationFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!isText(value["name"])) return "name";
  if (value["unit"] !== undefined && !isText(value["unit"])) return "unit";
  return null;
}

export interface OnlineService {
  service: string;
  user?: string;
  uri?: string;
}

export function onlineServiceFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!isText(value["service"])) return "service";
  if (value["user"] !== undefined && !isText(value["user"])) return "user";
  if (value["uri"] !== undefined && !isText(value["uri"])) return "uri";
  return null;
}

/** A day that comes again, whose year may not be known. */
export interface Anniversary {
  kind: "birth" | "death" | "wedding" | "other";
  date: DayOfYear;
  label?: string;
}

export function anniversaryFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (!(value["kind"] === "birth" || value["kind"] === "death" || value["kind"] === "wedding" || value["kind"] === "other")) return "kind";
  if ((at = dayOfYearFault(value["date"])) !== null) return under("date", at);
  if (value["label"] !== undefined && !isText(value["label"], 0, 60)) return "label";
  return null;
}

export interface DayOfYear {
  year?: number;
  month: number;
  day: number;
}

export function dayOfYearFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (value["year"] !== undefined && !Number.isInteger(value["year"])) return "year";
  if (!(Number.isInteger(value["month"]) && (value["month"] as number) >= 1 && (value["month"] as number) <= 12)) return "month";
  if (!(Number.isInteger(value["day"]) && (value["day"] as number) >= 1 && (value["day"] as number) <= 31)) return "day";
  return null;
}

/** A number by which an authority knows somebody. */
export interface PersonalNumber {
  type: string;
  number: string;
  country?: string;
  expiresOn?: Day;
}

export function personalNumberFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (!isText(value["type"])) return "type";
  if (!isText(value["number"])) return "number";
  if (value["country"] !== undefined && !isText(value["country"])) return "country";
  if (value["expiresOn"] !== undefined && (at = dayFault(value["expiresOn"])) !== null) return under("expiresOn", at);
  return null;
}

/** What a contact says: a person or an organisation. */
export interface ContactPayload extends BasePayload, Reachable {
  kind: "individual" | "org";
  name: ContactName;
  organization?: Organization;
  title?: string;
  types?: string[];
  online?: OnlineService[];
  anniversaries?: Anniversary[];
  ids?: PersonalNumber[];
  languages?: string[];
  pronouns?: string;
  uid?: string;
}

const contactPayloadTypesFault = list(when((one) => isText(one)));
const contactPayloadOnlineFault = list(onlineServiceFault);
const contactPayloadAnniversariesFault = list(anniversaryFault);
const contactPayloadIdsFault = list(personalNumberFault);
const contactPayloadLanguagesFault = list(when((one) => isText(one)));

export function contactPayloadFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if ((at = basePayloadFault(value)) !== null) return at;
  if ((at = reachableFault(value)) !== null) return at;
  if (!(value["kind"] === "individual" || value["kind"] === "org")) return "kind";
  if ((at = contactNameFault(value["name"])) !== null) return under("name", at);
  if (value["organization"] !== undefined && (at = organizationFault(value["organization"])) !== null) return under("organization", at);
  if (value["title"] !== undefined && !isText(value["title"])) return "title";
  if (value["types"] !== undefined && (at = contactPayloadTypesFault(value["types"])) !== null) return under("types", at);
  if (value["online"] !== undefined && (at = contactPayloadOnlineFault(value["online"])) !== null) return under("online", at);
  if (value["anniversaries"] !== undefined && (at = contactPayloadAnniversariesFault(value["anniversaries"])) !== null) return under("anniversaries", at);
  if (value["ids"] !== undefined && (at = contactPayloadIdsFault(value["ids"])) !== null) return under("ids", at);
  if (value["languages"] !== undefined && (at = contactPayloadLanguagesFault(value["languages"])) !== null) return under("languages", at);
  if (value["pronouns"] !== undefined && !isText(value["pronouns"])) return "pronouns";
  if (value["uid"] !== undefined && !isText(value["uid"])) return "uid";
  return null;
}
