/** Contacts from vCards 3.0 and 4.0, and as vCards 4.0 (RFC 6350). What no member stands for is kept as it was. */
import type { ExtraField, PostalAddress } from "../../payloads/base";
import type { Anniversary, ContactPayload } from "../../payloads/contact";
import { readLine, readParts, readText, unfold, writeLine, writeText, type ContentLine } from "./contentLines";

export interface ReadCards {
  contacts: ContactPayload[];
  /** Cards that are none, by their number in the file; the others are read all the same. */
  unreadable: number[];
}

const KEPT = "vcard";
/** Pictures and sounds would make a contact larger than a record may be. */
const TOO_LARGE = new Set(["PHOTO", "LOGO", "SOUND", "KEY"]);
const OF_THE_CARD = new Set(["BEGIN", "END", "VERSION", "PRODID", "REV"]);
const LINES_KEPT = 50;

const LABELS = ["work", "home", "other"];

export function readCards(text: string): ReadCards {
  const read: ReadCards = { contacts: [], unreadable: [] };
  let card: ContentLine[] | null = null;
  let number = 0;
  for (const written of unfold(text)) {
    const line = readLine(written);
    const is = line ? `${line.name}:${line.value.trim().toUpperCase()}` : "";
    if (is === "BEGIN:VCARD") {
      number += 1;
      card = [];
    } else if (is === "END:VCARD" && card) {
      const contact = contactOf(card);
      if (contact) read.contacts.push(contact);
      else read.unreadable.push(number);
      card = null;
    } else if (card && line) card.push(line);
  }
  if (card) read.unreadable.push(number);
  return read;
}

function contactOf(lines: readonly ContentLine[]): ContactPayload | null {
  const contact: ContactPayload = { v: 1, kind: "individual", name: { full: "" } };
  const kept: ExtraField[] = [];
  for (const line of lines) {
    if (OF_THE_CARD.has(line.name) || TOO_LARGE.has(line.name) || take(contact, line)) continue;
    if (kept.length < LINES_KEPT)
      kept.push({ key: `${KEPT}.${kept.length}`, type: "text", value: writeLine(line.name, line.value, line.params).trimEnd() });
  }
  const { name } = contact;
  name.full ||= [name.prefix, name.given, name.additional, name.surname, name.suffix].filter(Boolean).join(" ");
  name.full ||= contact.organization?.name ?? contact.emails?.[0]?.address ?? "";
  if (!name.full.trim()) return null;
  name.full = name.full.trim().slice(0, 200);
  return kept.length > 0 ? { ...contact, fields: kept } : contact;
}

/** Whether the contact has a member for this line. */
function take(contact: ContactPayload, line: ContentLine): boolean {
  const { name, value, params } = line;
  const text = readText(value).trim();
  switch (name) {
    case "FN":
      contact.name.full ||= text;
      return true;
    case "N": {
      const [surname = "", given = "", additional = "", prefix = "", suffix = ""] = readParts(value, ";");
      Object.assign(contact.name, filled({ surname, given, additional, prefix, suffix }));
      return true;
    }
    case "NICKNAME":
      contact.name.nickname = text;
      return true;
    case "KIND":
      if (/^(org|organization)$/i.test(text)) contact.kind = "org";
      return /^(org|organization|individual)$/i.test(text);
    case "ORG": {
      const [organization = "", unit = ""] = readParts(value, ";");
      if (organization) contact.organization = { name: organization, ...filled({ unit }) };
      return true;
    }
    case "TITLE":
      contact.title ??= text;
      return contact.title === text;
    case "EMAIL":
      (contact.emails ??= []).push({ address: text, ...labelled(line) });
      return true;
    case "TEL":
      (contact.phones ??= []).push({ number: text.replace(/^tel:/i, ""), ...labelled(line) });
      return true;
    case "ADR": {
      const address = addressOf(readParts(value, ";"));
      if (Object.keys(address).length > 0) (contact.addresses ??= []).push({ ...address, ...labelled(line) });
      return true;
    }
    case "BDAY":
    case "ANNIVERSARY": {
      const date = dateOf(value);
      if (!date) return false;
      (contact.anniversaries ??= []).push({ kind: name === "BDAY" ? "birth" : "wedding", date });
      return true;
    }
    case "NOTE":
      contact.notes = [contact.notes, readText(value)].filter(Boolean).join("\n").slice(0, 32_000);
      return true;
    case "CATEGORIES":
      contact.tags = [...new Set([...(contact.tags ?? []), ...readParts(value, ",").map((tag) => tag.trim().slice(0, 40))])].filter(Boolean).slice(0, 50);
      return true;
    case "UID":
      contact.uid = text;
      return true;
    case "LANG":
      (contact.languages ??= []).push(text);
      return Object.keys(params).length === 0;
    default:
      return false;
  }
}

const filled = <Said extends Record<string, string>>(said: Said): Partial<Said> =>
  Object.fromEntries(Object.entries(said).filter(([, text]) => text.trim())) as Partial<Said>;

function labelled({ params }: ContentLine): { label?: string; pref?: boolean } {
  const types = (params["TYPE"] ?? []).map((type) => type.toLowerCase());
  const label = types.includes("cell") ? "mobile" : types.find((type) => LABELS.includes(type));
  const pref = types.includes("pref") || params["PREF"]?.[0] === "1";
  return { ...(label ? { label } : {}), ...(pref ? { pref } : {}) };
}

/** Post box and further lines stand with the street: there is one place for them. */
function addressOf([box = "", further = "", street = "", locality = "", region = "", postcode = "", country = ""]: readonly string[]): PostalAddress {
  return filled({ street: [street, further, box].filter((line) => line.trim()).join("\n"), locality, region, postcode, country });
}

/** `1982-03-12`, `19820312`, and without a year `--0312` or `--03-12`; whatever follows is a time. */
function dateOf(value: string): Anniversary["date"] | null {
  const match = /^(\d{4}|--)-?(\d{2})-?(\d{2})(?:T.*)?$/.exec(value.trim());
  if (!match) return null;
  const [, year = "", month = "", day = ""] = match;
  const date = { month: Number(month), day: Number(day) };
  if (date.month < 1 || date.month > 12 || date.day < 1 || date.day > 31) return null;
  return year === "--" ? date : { year: Number(year), ...date };
}

export const writeCards = (contacts: readonly ContactPayload[]): string => contacts.map(card).join("");

function card(contact: ContactPayload): string {
  const { kind, name, organization, title, emails, phones, addresses, anniversaries, notes, tags, uid, languages, fields } = contact;
  const text = (line: string, said: string | undefined) => (said ? [writeLine(line, writeText(said))] : []);
  const parts = (line: string, said: readonly (string | undefined)[], params = {}) =>
    said.some(Boolean) ? [writeLine(line, said.map((part) => writeText(part ?? "")).join(";"), params)] : [];
  return [
    writeLine("BEGIN", "VCARD"),
    writeLine("VERSION", "4.0"),
    writeLine("KIND", kind),
    ...text("FN", name.full),
    ...parts("N", [name.surname, name.given, name.additional, name.prefix, name.suffix]),
    ...text("NICKNAME", name.nickname),
    ...parts("ORG", organization ? [organization.name, ...(organization.unit ? [organization.unit] : [])] : []),
    ...text("TITLE", title),
    ...(emails ?? []).flatMap(({ address, ...rest }) => [writeLine("EMAIL", writeText(address), paramsOf(rest))]),
    ...(phones ?? []).flatMap(({ number, ...rest }) => [writeLine("TEL", writeText(number), paramsOf(rest))]),
    ...(addresses ?? []).flatMap(({ street, locality, region, postcode, country, ...rest }) =>
      parts("ADR", ["", "", street, locality, region, postcode, country], paramsOf(rest)),
    ),
    ...(anniversaries ?? []).flatMap(anniversary),
    ...text("NOTE", notes),
    ...(tags && tags.length > 0 ? [writeLine("CATEGORIES", tags.map(writeText).join(","))] : []),
    ...(languages ?? []).flatMap((language) => text("LANG", language)),
    ...text("UID", uid),
    ...(fields ?? []).flatMap(({ key, value }) => (key.startsWith(`${KEPT}.`) && typeof value === "string" ? again(value) : [])),
    writeLine("END", "VCARD"),
  ].join("");
}

/** A line that was kept, folded as all others. */
function again(kept: string): string[] {
  const line = readLine(unfold(kept).join(""));
  return line ? [writeLine(line.name, line.value, line.params)] : [];
}

function paramsOf({ label, pref }: { label?: string; pref?: boolean }): Record<string, string[]> {
  const type = label === "mobile" ? "cell" : label;
  return { ...(type && [...LABELS, "cell"].includes(type) ? { TYPE: [type] } : {}), ...(pref ? { PREF: ["1"] } : {}) };
}

function anniversary({ kind, date: { year, month, day } }: Anniversary): string[] {
  const line = { birth: "BDAY", wedding: "ANNIVERSARY", death: "DEATHDATE", other: null }[kind];
  const two = (part: number) => String(part).padStart(2, "0");
  return line ? [writeLine(line, `${year === undefined ? "--" : String(year).padStart(4, "0")}${two(month)}${two(day)}`)] : [];
}
