/** What a contact says, member by member. */
import type { Say } from "../../i18n/say";
import type { DayOf, Fields, TextOf } from "../../lists/fields/field";
import { choice, tagsAndNotes, text } from "../../lists/fields/make";
import { reach } from "../../lists/fields/reach";
import type { ContactPayload } from "../../payloads/contact";
import { birthdayOf, withBirthday } from "./birthday";
import { anniversaryWord, kindWord } from "./words";

const KINDS = ["individual", "org"] as const;

export const kindOptions = (say: Say) => KINDS.map((value) => ({ value, label: kindWord(say, value) }));

const isPerson = ({ kind }: ContactPayload): boolean => kind === "individual";

export const contactFields = (say: Say): Fields<ContactPayload> => [
  fullName(say),
  [
    choice("kind", say("contacts.kind", "Kind"), kindOptions(say), {
      put: (_payload, chosen) => ({ kind: KINDS.find((one) => one === chosen) ?? "individual" }),
    }),
    text("title", say("contacts.role", "Role or profession")),
  ],
  organization(say),
  ...reach(say),
  birthday(say),
  ...tagsAndNotes<ContactPayload>(say),
];

const fullName = (say: Say): TextOf<ContactPayload> => ({
  type: "text",
  member: "name",
  label: say("documents.name", "Name"),
  most: 200,
  isRequired: true,
  isTitle: true,
  read: ({ name }) => name.full,
  put: ({ name }, full) => ({ name: { ...name, full } }),
});

const organization = (say: Say): TextOf<ContactPayload> => ({
  type: "text",
  member: "organization",
  label: say("contacts.org", "Organisation"),
  most: 200,
  asks: isPerson,
  read: ({ organization: of }) => of?.name ?? "",
  put: ({ organization: of }, name) => ({ organization: { ...of, name } }),
});

const birthday = (say: Say): DayOf<ContactPayload> => ({
  type: "day",
  member: "anniversaries",
  label: say("contacts.birthday", "Birthday"),
  asks: isPerson,
  read: birthdayOf,
  put: (contact, day) => ({ anniversaries: withBirthday(contact, day) }),
  written: ({ anniversaries = [] }, dates) => {
    const birth = anniversaries.find(({ kind }) => kind === "birth");
    return birth && anniversaryWord(birth, dates);
  },
});
