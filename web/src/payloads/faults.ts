/** What each kind of contents has to look like: one check per kind. */
import type { Anniversary, ContactName, ContactPayload } from "./contact.ts";
import type { BasePayload, EmailAddress, ExtraField, PhoneNumber, PostalAddress, Reachable } from "./base.ts";
import type { DocumentPayload, PayloadField } from "./document.ts";
import { anything, currency, day, figure, flag, list, oneOf, optional, record, shape, text, type Check, type Members } from "./fit.ts";
import type { NamedPayload } from "./named.ts";
import type { ProfilePayload } from "./profile.ts";
import type { ChecklistLine, CommentPayload, TaskPayload } from "./task.ts";
import type { VendorContract, VendorPayload } from "./vendor.ts";

const some = optional(text);
const texts = optional(list(text));

const base: Members<BasePayload> = {
  v: figure,
  tags: texts,
  notes: some,
  fields: optional(list(shape<ExtraField>({ key: text, label: some, type: text, value: anything }))),
};

const reachable: Members<Reachable> = {
  emails: optional(list(shape<EmailAddress>({ address: text, label: some, pref: optional(flag) }))),
  phones: optional(list(shape<PhoneNumber>({ number: text, label: some, features: texts }))),
  addresses: optional(
    list(shape<PostalAddress>({ street: some, locality: some, region: some, postcode: some, country: some, label: some })),
  ),
};

const named = shape<NamedPayload>({ v: figure, name: text, color: some, icon: some, description: some });

const documentFault = shape<DocumentPayload>({
  v: figure,
  title: text,
  category: some,
  number: some,
  issuer: some,
  issuedOn: optional(day),
  expiresOn: optional(day),
  notes: some,
  tags: texts,
  fields: optional(list(shape<PayloadField>({ key: text, type: text, value: anything }))),
});

const contactFault = shape<ContactPayload>({
  ...base,
  ...reachable,
  kind: oneOf("individual", "org"),
  name: shape<ContactName>({
    full: text,
    given: some,
    additional: some,
    surname: some,
    prefix: some,
    suffix: some,
    nickname: some,
    phonetic: some,
  }),
  organization: optional(shape<NonNullable<ContactPayload["organization"]>>({ name: text, unit: some })),
  title: some,
  types: texts,
  online: optional(list(shape<NonNullable<ContactPayload["online"]>[number]>({ service: text, user: some, uri: some }))),
  anniversaries: optional(
    list(
      shape<Anniversary>({
        kind: oneOf("birth", "death", "wedding", "other"),
        date: shape<Anniversary["date"]>({ year: optional(figure), month: figure, day: figure }),
        label: some,
      }),
    ),
  ),
  languages: texts,
  pronouns: some,
  uid: some,
});

const vendorFault = shape<VendorPayload>({
  ...base,
  ...reachable,
  name: text,
  legalName: some,
  services: list(text),
  customerNumber: some,
  website: some,
  contactIds: texts,
  taxId: some,
  bank: optional(shape<NonNullable<VendorPayload["bank"]>>({ iban: some, bic: some, name: some })),
  contract: optional(
    shape<VendorContract>({
      startOn: optional(day),
      endOn: optional(day),
      noticeDays: optional(figure),
      autoRenew: optional(flag),
      amount: optional(shape<NonNullable<VendorContract["amount"]>>({ minor: figure, currency })),
      every: optional(oneOf("month", "quarter", "year")),
    }),
  ),
  emergency: optional(flag),
  rating: optional(oneOf(1, 2, 3, 4, 5)),
});

const taskFault = shape<TaskPayload>({
  ...base,
  title: text,
  priority: optional(oneOf(0, 1, 2, 3, 4)),
  checklist: optional(list(shape<ChecklistLine>({ id: text, text, done: flag, rank: text }))),
  estimateMinutes: optional(figure),
  location: some,
  dueOn: optional(day),
});

/** By the kind of the record; the path of the first fault, or nothing. */
export const FAULTS = {
  document: documentFault,
  contact: contactFault,
  vendor: vendorFault,
  task: taskFault,
  comment: shape<CommentPayload>({ v: figure, body: text, replyTo: some }),
  profile: shape<ProfilePayload>({ ...base, name: text, values: record }),
  "profile-group": named,
  "profile-sub-group": named,
  topic: named,
  status: named,
  // No screen reads one yet.
  "saved-filter": record,
} as const satisfies Record<string, Check>;
