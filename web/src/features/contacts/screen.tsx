/** Contacts, as the pages that all plain items share ask for them. */
import { Contact as ContactIcon, Users } from "lucide-react";

import { useAllContactsQuery } from "../../api/contacts";
import { Avatar } from "../../components/Marks";
import { plainColumns } from "../../lists/plain/cells";
import type { PlainScreen } from "../../lists/plain/screen";
import { stateQuestion } from "../../lists/plain/states";
import { withoutEmpty } from "../../payloads/base";
import type { ContactPayload } from "../../payloads/contact";
import { CONTACT, useContactCalls } from "./calls";
import { Duplicates } from "./Duplicates";
import { Exchange } from "./Exchange";
import { contactFields, kindOptions } from "./fields";
import { contactTexts } from "./words";

export const CONTACTS: PlainScreen<ContactPayload> = {
  kind: "contact",
  of: CONTACT,
  path: "contacts",
  icon: ContactIcon,
  key: "C",
  useItems: () => useAllContactsQuery(),
  useCalls: useContactCalls,
  blank: { v: 1, kind: "individual", name: { full: "" } },
  tidy: withoutEmpty,
  nameOf: ({ name }) => name.full,
  words: contactTexts,
  fields: contactFields,
  questions: (say) => [
    stateQuestion(say),
    {
      id: "kind",
      icon: Users,
      label: say("contacts.kind", "Kind"),
      options: kindOptions(say),
      where: (answers) => (answers.length === 0 ? null : { field: "kind", op: "in", value: answers }),
    },
  ],
  columns: (around) =>
    plainColumns(CONTACTS, around, [
      { id: "organization", width: 152 },
      { id: "email", width: 184 },
      { id: "phone", width: 148, wideOnly: true },
      { id: "title", width: 148, hidden: true, field: "role" },
    ]),
  summary: ({ organization, title, emails, phones }) => [organization?.name ?? title, phones?.[0]?.number ?? emails?.[0]?.address],
  Tile: ({ id, payload }) => <Avatar id={id} name={payload.name.full} />,
  Remarks: Duplicates,
  More: Exchange,
};
