/** Vendors as the desk holds them. */
import { deskKind, plain } from "../../desk/kind.ts";
import { vendorWords, type VendorPayload } from "../../payloads/vendor.ts";

export const vendorDesk = deskKind<VendorPayload>({
  kind: "vendor",
  version: 2,
  title: ({ name }) => name,
  columns: {
    services: ({ services }) => services,
    phone: ({ phones }) => phones?.[0]?.number,
    // Without the others, so that those for emergencies come first.
    emergency: ({ emergency }) => (emergency === true ? true : undefined),
    hasContract: ({ contract }) => contract !== undefined,
    endOn: plain(({ contract }) => contract?.endOn),
    customerNumber: ({ customerNumber }) => customerNumber,
  },
  words: vendorWords,
});
