/**
 * Dates that only this device knows: until when notice can be given to a vendor, birthdays, and what runs out of a profile.
 *
 * They stand among sealed words, and who has signed with whom is nobody else's concern: so nothing is told to the server, which
 * warns of none of them, and they are shown where somebody looks.
 */
import { addDays, daysBetween, type Day } from "../../dates/days";
import type { View } from "../../desk/messages";
import { ENDING_DAYS, noticeBy } from "../../features/vendors/contracts";
import type { ProfilePayload } from "../../payloads/profile";
import type { VendorPayload } from "../../payloads/vendor";

/** Comes again every year. */
export const YEARLY: readonly string[] = ["birthDate", "incorporatedOn"];
/** Is over once it has come. */
export const ONCE: readonly string[] = [
  "airworthyUntil", "cardExpiresOn", "endOn", "inspectionOn", "maintenanceOn", "noticeUntil", "passportExpiresOn", "registeredUntil", "reviewOn", "serviceOn",
  "surveyOn", "vaccinatedUntil", "workPermitUntil",
];
/** Says when something was, and asks for nothing. */
export const PAST: readonly string[] = ["boughtOn", "openedOn", "settledOn", "startOn", "valuedOn"];

export interface Ahead {
  kind: "vendor" | "profile";
  id: string;
  title: string;
  /** The member that says it; of a vendor there is one. */
  field: string;
  day: Day;
  /** Days from today; below zero it is over. */
  left: number;
  /** Of what comes every year, which time this is. */
  years: number | null;
}

const SOON_DAYS = 60;
/** What was missed stays this long. */
const MISSED_DAYS = 14;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

interface Titled<Payload> {
  id: string;
  payload: Payload;
}

/**
 * The vendors that can have such a date: notice is given before the end, so a contract that ended before the last missed day has none. An
 * account may have thousands of vendors, and most of them are not read for it.
 */
export const withNotice = (today: Day): View => ({
  kind: "vendor", where: { field: "endOn", op: "gte", value: addDays(today, -MISSED_DAYS) }, text: "", sort: [], group: null,
});

export function aheadOf(vendors: readonly Titled<VendorPayload>[], profiles: readonly Titled<ProfilePayload>[], today: Day): Ahead[] {
  const all = [...vendors.flatMap((vendor) => ofVendor(vendor, today)), ...profiles.flatMap((profile) => ofProfile(profile, today))];
  return all.sort((one, other) => one.left - other.left || one.title.localeCompare(other.title));
}

function ofVendor({ id, payload: { name, contract } }: Titled<VendorPayload>, today: Day): Ahead[] {
  const day = contract && isDay(contract.endOn) ? noticeBy(contract) : null;
  // Where it has ended and does not go on by itself, there is nobody to give notice to.
  const isOver = !day || !contract?.endOn || (contract.endOn < today && !contract.autoRenew);
  return isOver ? [] : near({ kind: "vendor", id, title: name, field: "contract", day, years: null }, today, ENDING_DAYS);
}

function ofProfile({ id, payload: { name, values } }: Titled<ProfilePayload>, today: Day): Ahead[] {
  const dated = Object.entries(values).flatMap(([field, value]) => (isDay(value) ? [{ field, value }] : []));
  return dated.flatMap(({ field, value }) => {
    const about = { kind: "profile" as const, id, title: name, field };
    if (ONCE.includes(field)) return near({ ...about, day: value, years: null }, today, SOON_DAYS);
    if (!YEARLY.includes(field) || value > today) return [];
    const day = nextYearly(value, today);
    return near({ ...about, day, years: Number(day.slice(0, 4)) - Number(value.slice(0, 4)) }, today, SOON_DAYS);
  });
}

const isDay = (value: unknown): value is Day => typeof value === "string" && DAY.test(value);

function near(one: Omit<Ahead, "left">, today: Day, soon: number): Ahead[] {
  const left = daysBetween(today, one.day);
  return left >= -MISSED_DAYS && left <= soon ? [{ ...one, left }] : [];
}

/** The next time from today on. A 29th of February is kept on the 28th where there is none. */
export function nextYearly(first: Day, today: Day): Day {
  const year = Number(today.slice(0, 4));
  const day = inYear(first, year);
  return day < today ? inYear(first, year + 1) : day;
}

function inYear(first: Day, year: number): Day {
  const day = `${String(year).padStart(4, "0")}${first.slice(4)}`;
  return first.endsWith("-02-29") && addDays(`${day.slice(0, 8)}28`, 1) !== day ? `${day.slice(0, 8)}28` : day;
}
