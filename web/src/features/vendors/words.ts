/** How vendors and what they say are called. */
import { formatDay, type DateSettings } from "../../dates/days";
import type { Say, Voice } from "../../i18n/say";
import type { PlainWords } from "../../lists/plain/screen";
import type { BankAccount, VendorContract } from "../../payloads/vendor";

export function vendorTexts(say: Voice): PlainWords {
  return {
    title: say("nav.vendors", "Vendors"),
    new: say("vendors.new", "New vendor"),
    create: say("newDocument.create", "Create"),
    first: say("vendors.first", "Add the first vendor"),
    firstHow: say("vendors.firstHow", "Everyone who works for you, such as the lift repair or the insurer, with contracts, notice periods and emergency numbers."),
    noneYet: say("vendors.noneYet", "There are no vendors yet."),
    failed: say("vendors.failed", "The vendors did not load"),
    broken: say("vendors.broken", "This vendor cannot be opened"),
    notHere: say("vendors.notHere", "This vendor was not found"),
    about: say("vendors.about", "About this vendor"),
    all: say("vendors.all", "All vendors"),
    archived: (count) => say("vendors.archived", "{count, plural, one {# vendor} other {# vendors}} archived", { count }),
    deleted: (count) => say("vendors.deleted", "{count, plural, one {# vendor} other {# vendors}} deleted", { count }),
    left: (count) => say("vendors.left", "{count, plural, one {# vendor was} other {# vendors were}} not changed", { count }),
  };
}

type Every = NonNullable<VendorContract["every"]>;

export const EVERY: readonly Every[] = ["month", "quarter", "year"];

export function everyWord(say: Say, every: Every): string {
  switch (every) {
    case "month":
      return say("vendors.month", "a month");
    case "quarter":
      return say("vendors.quarter", "a quarter");
    case "year":
      return say("vendors.year", "a year");
  }
}

const LEFT_TO_RIGHT = "\u200e";
const RIGHT_TO_LEFT = "\u200f";

/**
 * Money as it is written, where a currency of letters and a sign ("UK£") stays in its order in a text from right to left.
 *
 * The sign would stand before its letters there, as the Unicode Bidirectional Algorithm has it for a neutral at their end (UAX #9, N2).
 */
function inOrder(parts: readonly Intl.NumberFormatPart[]): string {
  const turned = parts.some(({ value }) => value.includes(RIGHT_TO_LEFT));
  return parts.map(({ type, value }) => (turned && type === "currency" ? value + LEFT_TO_RIGHT : value)).join("");
}

/** "€1,200.00 a year" in the language of the account. */
export function amountWord(say: Say, { amount, every }: VendorContract, { language }: DateSettings): string | null {
  if (!amount) return null;
  const money = new Intl.NumberFormat(language, { style: "currency", currency: amount.currency, numberingSystem: "latn" });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  const written = inOrder(money.formatToParts(amount.minor / 10 ** digits));
  return every ? `${written} ${everyWord(say, every)}` : written;
}

/** Its days and what it costs, in one line. */
export function contractWord(say: Say, contract: VendorContract, dates: DateSettings): string {
  const { startOn, endOn } = contract;
  const span = [startOn, endOn].map((day) => (day ? formatDay(day, dates) : "…")).join(" – ");
  return [startOn || endOn ? span : null, amountWord(say, contract, dates)].filter(Boolean).join(", ");
}

export const bankWord = ({ name, iban, bic }: BankAccount = {}): string => [name, iban, bic].filter(Boolean).join(", ");
