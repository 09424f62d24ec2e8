/** How contacts are asked for together with other kinds, and what is said of them there. */
import { contactsApi } from "../../api/contacts";
import type { KindItems } from "../../lists/kinds/card";
import { IS_HERE, wholeList } from "../../lists/kinds/listed";
import type { ContactPayload } from "../../payloads/contact";

export const contactItems = {
  kind: "contact",
  useAll: (unless) => wholeList(contactsApi.endpoints.allContacts.useQuery(undefined, unless)),
  useIsHere: () => contactsApi.endpoints.allContacts.useQueryState(undefined, IS_HERE).here,
  word: (say) => say("palette.contact", "Contact"),
  logged: (say) => say("audit.kind.contact", "Contact"),
  fresh: (say) => say("contacts.new", "New contact"),
  counted: (say, count) => say("home.contacts", "{count, plural, one {a contact} other {# contacts}}", { count }),
  reached: ({ kind, name, organization, emails, tags }: ContactPayload) => ({
    name: name.full,
    // An organisation has no first name, and "Dear Lindqvist" to "Lindqvist & Sons" would be none.
    firstName: kind === "individual" ? name.given?.trim() || undefined : "",
    organization: kind === "org" ? name.full : (organization?.name ?? ""),
    emails,
    tags,
  }),
  group: "contacts",
  acts: {
    created: (say) => say("audit.contact.created", "added a contact"),
    revised: (say) => say("audit.contact.revised", "changed a contact"),
    audience_changed: (say) => say("audit.contact.audience_changed", "changed which roles can open a contact"),
    shared: (say) => say("audit.contact.shared", "gave more roles access to a contact"),
    archived: (say) => say("audit.contact.archived", "archived a contact"),
    unarchived: (say) => say("audit.contact.unarchived", "unarchived a contact"),
    deleted: (say) => say("audit.contact.deleted", "deleted a contact"),
    restored: (say) => say("audit.contact.restored", "restored a contact"),
    purged: (say) => say("audit.contact.purged", "deleted a contact for good"),
  },
} as const satisfies KindItems;
