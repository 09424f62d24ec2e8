/** Vendors that were deleted, and their ways out of the bin. */
import { useDeletedVendorsQuery } from "../../api/bin";
import { usePlainDesk } from "../../lists/desks/plain";
import { binned } from "../../lists/kinds/binned";
import { VENDOR, useVendorCalls } from "./calls";

export default binned({
  making: { of: VENDOR, nothing: {} },
  useDeleted: (unless) => useDeletedVendorsQuery(undefined, unless),
  useDesk: () => usePlainDesk(VENDOR, useVendorCalls()),
});
