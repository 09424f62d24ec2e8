/** Vendors, as the pages that all plain items share ask for them. */
import { Siren, Store } from "lucide-react";

import { useAllVendorsQuery } from "../../api/vendors";
import { Avatar, Pill } from "../../components/Marks";
import { plainColumns } from "../../lists/plain/cells";
import type { PlainScreen } from "../../lists/plain/screen";
import { stateQuestion } from "../../lists/plain/states";
import type { Opening } from "../../keyring/react";
import { withoutEmpty } from "../../payloads/base";
import type { VendorPayload } from "../../payloads/vendor";
import { VENDOR, useVendorCalls } from "./calls";
import { ContractPill } from "./ContractPill";
import { Exchange } from "./Exchange";
import { vendorFields } from "./fields";
import { vendorTexts } from "./words";

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
  fields: vendorFields,
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
      { id: "services", width: 168 },
      { id: "phone", width: 148 },
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
      { id: "customerNumber", width: 148, hidden: true, mono: true },
    ]);
  },
  summary: ({ services, phones }) => [services.join(", "), phones?.[0]?.number],
  Tile: ({ id, payload }) => <Avatar id={id} name={payload.name} />,
  More: Exchange,
};

const isForEmergencies = (opening: Opening<VendorPayload>): boolean => opening.name === "open" && opening.payload.emergency === true;
