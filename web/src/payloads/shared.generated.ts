// Made by `npm run payloads` from schemas/shared.1.json.
import { type Check, isDay, isId, isRecord, isText, list, under, when } from "./fit.ts";

/** A day of the calendar, as it is written down: 2027-04-30. */
export type Day = string;

export const dayFault: Check = when((one) => isDay(one));

/** The id of another item. */
export type ItemId = string;

export const itemIdFault: Check = when((one) => isId(one));

/** A sum of money. */
export interface Amount {
  /** In the smallest unit of the currency. */
  minor: number;
  /** Three letters of ISO 4217. */
  currency: string;
}

export function amountFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!Number.isInteger(value["minor"])) return "minor";
  if (!(isText(value["currency"], 0, 3) && /^[A-Z]{3}$/u.test(value["currency"] as string))) return "currency";
  return null;
}

export interface EmailAddress {
  address: string;
  label?: string;
  pref?: boolean;
}

export function emailAddressFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!isText(value["address"])) return "address";
  if (value["label"] !== undefined && !isText(value["label"], 0, 60)) return "label";
  if (value["pref"] !== undefined && !(typeof value["pref"] === "boolean")) return "pref";
  return null;
}

export interface PhoneNumber {
  number: string;
  label?: string;
  features?: string[];
}

const phoneNumberFeaturesFault = list(when((one) => isText(one)));

export function phoneNumberFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (!isText(value["number"])) return "number";
  if (value["label"] !== undefined && !isText(value["label"], 0, 60)) return "label";
  if (value["features"] !== undefined && (at = phoneNumberFeaturesFault(value["features"])) !== null) return under("features", at);
  return null;
}

export interface PostalAddress {
  street?: string;
  locality?: string;
  region?: string;
  postcode?: string;
  country?: string;
  label?: string;
}

export function postalAddressFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (value["street"] !== undefined && !isText(value["street"])) return "street";
  if (value["locality"] !== undefined && !isText(value["locality"])) return "locality";
  if (value["region"] !== undefined && !isText(value["region"])) return "region";
  if (value["postcode"] !== undefined && !isText(value["postcode"])) return "postcode";
  if (value["country"] !== undefined && !isText(value["country"])) return "country";
  if (value["label"] !== undefined && !isText(value["label"], 0, 60)) return "label";
  return null;
}

/** How somebody is reached: mail, telephone, place. */
export interface Reachable {
  emails?: EmailAddress[];
  phones?: PhoneNumber[];
  addresses?: PostalAddress[];
}

const reachableEmailsFault = list(emailAddressFault);
const reachablePhonesFault = list(phoneNumberFault);
const reachableAddressesFault = list(postalAddressFault);

export function reachableFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (value["emails"] !== undefined && (at = reachableEmailsFault(value["emails"])) !== null) return under("emails", at);
  if (value["phones"] !== undefined && (at = reachablePhonesFault(value["phones"])) !== null) return under("phones", at);
  if (value["addresses"] !== undefined && (at = reachableAddressesFault(value["addresses"])) !== null) return under("addresses", at);
  return null;
}

/** A connection, kept on the item that somebody edited and shown on both. */
export interface Link {
  kind: string;
  id: ItemId;
  relation?: string;
  note?: string;
}

export function linkFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (!isText(value["kind"])) return "kind";
  if ((at = itemIdFault(value["id"])) !== null) return under("id", at);
  if (value["relation"] !== undefined && !isText(value["relation"])) return "relation";
  if (value["note"] !== undefined && !isText(value["note"])) return "note";
  return null;
}

/** What no member of its own stands for. */
export interface ExtraField {
  key: string;
  label?: string;
  type: "text" | "longText" | "number" | "money" | "date" | "bool" | "url" | "select" | "secret" | "link";
  /** What stands there by its type. */
  value: unknown;
}

export function extraFieldFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!isText(value["key"])) return "key";
  if (value["label"] !== undefined && !isText(value["label"])) return "label";
  if (!(value["type"] === "text" || value["type"] === "longText" || value["type"] === "number" || value["type"] === "money" || value["type"] === "date" || value["type"] === "bool" || value["type"] === "url" || value["type"] === "select" || value["type"] === "secret" || value["type"] === "link")) return "type";
  if (value["value"] === undefined) return "value";
  return null;
}

export interface BasePayload {
  v: 1;
  tags?: string[];
  notes?: string;
  links?: Link[];
  fields?: ExtraField[];
  photoFileId?: ItemId;
}

const basePayloadTagsFault = list(when((one) => isText(one, 0, 40)), 50);
const basePayloadLinksFault = list(linkFault);
const basePayloadFieldsFault = list(extraFieldFault);

export function basePayloadFault(value: unknown): string | null {
  let at: string | null;
  if (!isRecord(value)) return "";
  if (!(value["v"] === 1)) return "v";
  if (value["tags"] !== undefined && (at = basePayloadTagsFault(value["tags"])) !== null) return under("tags", at);
  if (value["notes"] !== undefined && !isText(value["notes"], 0, 32000)) return "notes";
  if (value["links"] !== undefined && (at = basePayloadLinksFault(value["links"])) !== null) return under("links", at);
  if (value["fields"] !== undefined && (at = basePayloadFieldsFault(value["fields"])) !== null) return under("fields", at);
  if (value["photoFileId"] !== undefined && (at = itemIdFault(value["photoFileId"])) !== null) return under("photoFileId", at);
  return null;
}

/** How something is called and what it looks like. One that is built in and was not renamed has an empty name. */
export interface NamedPayload {
  v: 1;
  name: string;
  color?: string;
  icon?: string;
  description?: string;
}

export function namedPayloadFault(value: unknown): string | null {
  if (!isRecord(value)) return "";
  if (!(value["v"] === 1)) return "v";
  if (!isText(value["name"], 0, 200)) return "name";
  if (value["color"] !== undefined && !isText(value["color"])) return "color";
  if (value["icon"] !== undefined && !isText(value["icon"])) return "icon";
  if (value["description"] !== undefined && !isText(value["description"])) return "description";
  return null;
}
