/** Email addresses, telephone numbers and places: what everybody who can be reached has. */
import { part } from "../../components/part";
import type { Say } from "../../i18n/say";
import { addressLines, withFirstEmail, withFirstPhone, type Reachable } from "../../payloads/base";
import { emailFault, phoneFault } from "../../i18n/readings/contact";
import type { PartOf } from "./field";
import { section } from "./make";
import { AddressFacts, EmailFacts, PhoneFacts } from "./ReachFacts";
import { severalColumns } from "./table";

/** The inputs are in the chunk of the form. */
const load = () => import("./ReachInputs");
const EmailInputs = part(async () => ({ default: (await load()).EmailInputs }));
const PhoneInputs = part(async () => ({ default: (await load()).PhoneInputs }));
const AddressInputs = part(async () => ({ default: (await load()).AddressInputs }));

const emailsOf = ({ emails = [] }: Reachable) => emails.map(({ address }) => address);
const phonesOf = ({ phones = [] }: Reachable) => phones.map(({ number }) => number);
const placesOf = ({ addresses = [] }: Reachable) => addresses.map((address) => addressLines(address).join(", "));

export const reach = (say: Say): readonly PartOf<Reachable>[] => [
  section("emails", say("reach.emails", "Email addresses"), {
    Input: EmailInputs,
    Facts: EmailFacts,
    said: (payload) => emailsOf(payload).join(", "),
    columns: severalColumns(say("reach.email", "Email address"), emailsOf),
    short: {
      id: "email",
      label: say("reach.email", "Email address"),
      read: (payload) => emailsOf(payload)[0] ?? "",
      put: ({ emails }, address) => ({ emails: withFirstEmail(emails, address) }),
      fault: (text) => emailFault(say, text),
    },
  }),
  section("phones", say("reach.phones", "Phone numbers"), {
    Input: PhoneInputs,
    Facts: PhoneFacts,
    said: (payload) => phonesOf(payload).join(", "),
    columns: severalColumns(say("reach.phone", "Phone number"), phonesOf),
    short: {
      id: "phone",
      label: say("reach.phone", "Phone number"),
      read: (payload) => phonesOf(payload)[0] ?? "",
      put: ({ phones }, number) => ({ phones: withFirstPhone(phones, number) }),
      fault: (text) => phoneFault(say, text),
    },
  }),
  section("addresses", say("reach.addresses", "Addresses"), {
    Input: AddressInputs,
    Facts: AddressFacts,
    said: (payload) => placesOf(payload).join(", "),
    columns: severalColumns(say("reach.address", "Address"), placesOf),
  }),
];
