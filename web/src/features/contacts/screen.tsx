/** Contacts, as the pages that all plain items share ask for them. */
import { Contact as ContactIcon, Users } from "lucide-react";
import { CONTACT } from "../../items/kinds/plain";

import { useAllContactsQuery } from "../../api/contacts";
import { Avatar } from "../../components/Marks";
import { part } from "../../components/part";
import { plainColumns } from "../../items/plain/cells";
import type { PlainScreen } from "../../items/plain/screen";
import { stateQuestion } from "../../items/plain/states";
import { withFirstEmail, withFirstPhone, withoutEmpty } from "../../payloads/base";
import type { ContactPayload } from "../../payloads/contact";
import { emailFault, phoneFault } from "../../readings/contact";
import { useContactCalls } from "../../items/desks/contacts";
import { ContactDetails } from "./ContactDetails";
import { Duplicates } from "./Duplicates";
import { Exchange } from "./Exchange";
import { contactMembers, contactTexts, kindWord } from "./words";

const KINDS = ["individual", "org"] as const;

/** The form is a lazy chunk. */
const ContactFields = part(() => import("./ContactFields"));

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
  memberWords: contactMembers,
  questions: (say) => [
    stateQuestion(say),
    {
      id: "kind",
      icon: Users,
      label: say("contacts.kind", "Kind"),
      options: KINDS.map((value) => ({ value, label: kindWord(say, value) })),
      where: (answers) => (answers.length === 0 ? null : { field: "kind", op: "in", value: answers }),
    },
  ],
  columns: (around) => {
    const { say } = around;
    return plainColumns(CONTACTS, around, [
      {
        id: "organization",
        header: say("contacts.org", "Organisation"),
        width: 152,
        field: "organization",
        said: ({ organization }) => organization?.name,
      },
      { id: "email", header: say("reach.email", "Email address"), width: 184, field: "email", said: ({ emails }) => emails?.[0]?.address },
      { id: "phone", header: say("reach.phone", "Phone number"), width: 148, wideOnly: true, field: "phone", said: ({ phones }) => phones?.[0]?.number },
      { id: "title", header: say("contacts.role", "Role or profession"), width: 148, hidden: true, field: "role", said: ({ title }) => title },
    ]);
  },
  cells: {
    name: { value: ({ name }) => name.full, put: (payload, full) => ({ ...payload, name: { ...payload.name, full } }), isRequired: true },
    organization: {
      value: ({ organization }) => organization?.name ?? "",
      put: (payload, name) => ({ ...payload, organization: { ...payload.organization, name } }),
    },
    email: {
      value: ({ emails }) => emails?.[0]?.address ?? "",
      put: (payload, address) => ({ ...payload, emails: withFirstEmail(payload.emails, address) }),
      fault: emailFault,
    },
    phone: {
      value: ({ phones }) => phones?.[0]?.number ?? "",
      put: (payload, number) => ({ ...payload, phones: withFirstPhone(payload.phones, number) }),
      fault: phoneFault,
    },
    title: { value: ({ title }) => title ?? "", put: (payload, title) => ({ ...payload, title }) },
  },
  summary: ({ organization, title, emails, phones }) => [organization?.name ?? title, phones?.[0]?.number ?? emails?.[0]?.address],
  Tile: ({ id, payload }) => <Avatar id={id} name={payload.name.full} />,
  Details: ContactDetails,
  Fields: ContactFields,
  Remarks: Duplicates,
  More: Exchange,
};
