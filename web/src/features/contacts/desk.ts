/** Contacts as the desk holds them. */
import { deskKind, plain } from "../../desk/kind.ts";
import { contactWords, identities, type ContactPayload } from "../../payloads/contact.ts";

export const contactDesk = deskKind<ContactPayload>({
  kind: "contact",
  version: 1,
  title: ({ name }) => name.full,
  columns: {
    kind: plain(({ kind }) => kind),
    organization: ({ organization }) => organization?.name,
    email: ({ emails }) => emails?.[0]?.address,
    phone: ({ phones }) => phones?.[0]?.number,
    role: ({ title }) => title,
    identities: plain(identities),
  },
  words: contactWords,
});
