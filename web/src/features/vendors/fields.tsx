/** What a vendor says, member by member. */
import { Pill } from "../../components/Marks";
import { part } from "../../components/part";
import { useSay, type Say } from "../../i18n/say";
import type { Fields } from "../../lists/fields/field";
import { choice, flag, section, tags, tagsAndNotes, text } from "../../lists/fields/make";
import { reach } from "../../lists/fields/reach";
import type { VendorPayload } from "../../payloads/vendor";
import { webFault } from "../../i18n/readings/contact";
import { BankFacts } from "./BankFacts";
import { ContractFacts } from "./ContractFacts";
import { bankWord, contractWord } from "./words";

/** The inputs are in the chunk of the form. */
const ContractInputs = part(() => import("./ContractInputs"));
const BankInputs = part(() => import("./BankInputs"));

const RATINGS = [1, 2, 3, 4, 5] as const;

export const vendorFields = (say: Say): Fields<VendorPayload> => [
  text("name", say("documents.name", "Name"), { isRequired: true, isTitle: true }),
  tags("services", say("vendors.services", "Services"), { always: true }),
  flag("emergency", say("vendors.emergency", "Emergency number"), EmergencyMark),
  [text("legalName", say("vendors.legalName", "Legal name")), text("taxId", say("vendors.taxId", "Tax number"), { mono: true, copies: true })],
  [
    text("customerNumber", say("vendors.customerNumber", "Customer number"), { mono: true, copies: true }),
    text("website", say("vendors.website", "Website"), { most: 500, input: "url", fault: (typed) => webFault(say, typed) }),
  ],
  ...reach(say),
  section("bank", say("vendors.bank", "Bank account"), { Input: BankInputs, Facts: BankFacts, said: ({ bank }) => bankWord(bank) }),
  section("contract", say("vendors.contract", "Contract"), {
    Input: ContractInputs,
    Facts: ContractFacts,
    said: ({ contract }, dates) => (contract ? contractWord(say, contract, dates) : ""),
  }),
  choice("rating", say("vendors.rating", "Rating"), RATINGS.map((one) => ({ value: String(one), label: say("vendors.stars", "{count} of 5", { count: one }) })), {
    none: say("documents.none", "None"),
    read: ({ rating }) => (rating === undefined ? null : String(rating)),
    put: (_payload, chosen) => ({ rating: RATINGS.find((one) => String(one) === chosen) }),
  }),
  ...tagsAndNotes<VendorPayload>(say),
];

function EmergencyMark() {
  const say = useSay();
  return <Pill tone="bad">{say("vendors.yes", "Yes")}</Pill>;
}
