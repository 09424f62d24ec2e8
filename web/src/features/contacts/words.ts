/** How contacts and what they say are called. */
import { formatDay, type DateSettings } from "../../dates/days";
import type { Say, Voice } from "../../i18n/say";
import type { PlainWords } from "../../lists/plain/screen";
import type { Anniversary } from "../../payloads/contact";

export function contactTexts(say: Voice): PlainWords {
  return {
    title: say("nav.contacts", "Contacts"),
    new: say("contacts.new", "New contact"),
    create: say("newDocument.create", "Create"),
    first: say("contacts.first", "Add the first contact"),
    firstHow: say(
      "contacts.firstHow",
      "Doctors, lawyers, banks, relatives: everyone you may need to reach. Names and numbers are encrypted on this device.",
    ),
    noneYet: say("contacts.noneYet", "There are no contacts yet."),
    failed: say("contacts.failed", "The contacts did not load"),
    broken: say("contacts.broken", "This contact cannot be opened"),
    notHere: say("contacts.notHere", "This contact was not found"),
    about: say("contacts.about", "About this contact"),
    all: say("contacts.all", "All contacts"),
    archived: (count) => say("contacts.archived", "{count, plural, one {# contact} other {# contacts}} archived", { count }),
    deleted: (count) => say("contacts.deleted", "{count, plural, one {# contact} other {# contacts}} deleted", { count }),
    left: (count) => say("contacts.left", "{count, plural, one {# contact was} other {# contacts were}} not changed", { count }),
  };
}

export function kindWord(say: Say, kind: string): string {
  return kind === "org" ? say("contacts.org", "Organisation") : say("contacts.person", "Person");
}

/** A day whose year may not be known. */
export function anniversaryWord({ date: { year, month, day } }: Anniversary, dates: DateSettings): string {
  const two = (part: number) => String(part).padStart(2, "0");
  if (year !== undefined) return formatDay(`${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`, dates);
  return new Intl.DateTimeFormat(dates.language, { day: "numeric", month: "long", timeZone: "UTC" }).format(Date.UTC(2000, month - 1, day));
}
