/** Vendors, as the pages that all plain items share ask for them. */
import { Siren, Store } from "lucide-react";
import { VENDOR } from "../../items/kinds/plain";

import { useAllVendorsQuery } from "../../api/vendors";
import { Avatar, Pill } from "../../components/Marks";
import { part } from "../../components/part";
import { plainColumns } from "../../items/plain/cells";
import type { PlainScreen } from "../../items/plain/screen";
import { stateQuestion } from "../../items/plain/states";
import type { Opening } from "../../keyring/react";
import { withFirstPhone, withoutEmpty } from "../../payloads/base";
import type { VendorPayload } from "../../payloads/vendor";
import { phoneFault } from "../../readings/contact";
import { readTags, tagsFault } from "../../readings/tags";
import { useVendorCalls } from "../../items/desks/vendors";
import { ContractPill } from "./ContractPill";
import { VendorDetails } from "./VendorDetails";
import { vendorMembers, vendorTexts } from "./words";

/** The form is a lazy chunk. */
const VendorFields = part(() => import("./VendorFields"));

export const VENDORS: PlainScreen<VendorPayload> = {
  kind: "vendor",
  of: VENDOR,
  path: "vendors",
  icon: Store,
  key: "V",
  useItems: () => useAllVendorsQuery(),
  useCalls: useVendorCalls,
  blank: { v: 1, name: "", services: [] },
  tidy: (payload) => ({ ...withoutEmpty(payload), services: payload.services }),
  nameOf: ({ name }) => name,
  words: vendorTexts,
  memberWords: vendorMembers,
  questions: (say) => [
    stateQuestion(say),
    {
      id: "emergency",
      icon: Siren,
      label: say("vendors.emergency", "Emergency number"),
      options: [{ value: "yes", label: say("vendors.emergency", "Emergency number") }],
      where: (answers) => (answers.length === 0 ? null : { field: "emergency", op: "eq", value: true }),
    },
  ],
  columns: (around) => {
    const { say } = around;
    return plainColumns(VENDORS, around, [
      { id: "services", header: say("vendors.services", "Services"), width: 168, field: "services", said: ({ services }) => services.join(", ") },
      { id: "phone", header: say("reach.phone", "Phone number"), width: 148, field: "phone", said: ({ phones }) => phones?.[0]?.number },
      {
        id: "contract",
        header: say("vendors.contract", "Contract"),
        width: 116,
        // The next to end first.
        field: "endOn",
        cell: ({ opening }) => <ContractPill contract={opening.name === "open" ? opening.payload.contract : undefined} />,
      },
      {
        id: "emergency",
        header: say("vendors.emergencyShort", "Emergency"),
        width: 112,
        wideOnly: true,
        field: "emergency",
        cell: ({ opening }) =>
          isForEmergencies(opening) ? <Pill tone="bad">{say("vendors.emergencyShort", "Emergency")}</Pill> : <span className="quiet">–</span>,
      },
      {
        id: "customerNumber",
        header: say("vendors.customerNumber", "Customer number"),
        width: 148,
        hidden: true,
        mono: true,
        field: "customerNumber",
        said: ({ customerNumber }) => customerNumber,
      },
    ]);
  },
  cells: {
    name: { value: ({ name }) => name, put: (payload, name) => ({ ...payload, name }), isRequired: true },
    services: {
      value: ({ services }) => services.join(", "),
      put: (payload, text) => ({ ...payload, services: readTags(text) }),
      fault: tagsFault,
    },
    phone: {
      value: ({ phones }) => phones?.[0]?.number ?? "",
      put: (payload, number) => ({ ...payload, phones: withFirstPhone(payload.phones, number) }),
      fault: phoneFault,
    },
    customerNumber: {
      value: ({ customerNumber }) => customerNumber ?? "",
      put: (payload, customerNumber) => ({ ...payload, customerNumber }),
    },
  },
  summary: ({ services, phones }) => [services.join(", "), phones?.[0]?.number],
  Tile: ({ id, payload }) => <Avatar id={id} name={payload.name} />,
  Details: VendorDetails,
  Fields: VendorFields,
};

const isForEmergencies = (opening: Opening<VendorPayload>): boolean => opening.name === "open" && opening.payload.emergency === true;
