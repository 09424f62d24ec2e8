/** Contacts that were deleted, and their ways out of the bin. */
import { useDeletedContactsQuery } from "../../api/bin";
import { usePlainDesk } from "../../lists/desks/plain";
import { binned } from "../../lists/kinds/binned";
import { CONTACT, useContactCalls } from "./calls";

export default binned({
  making: { of: CONTACT, nothing: {} },
  useDeleted: (unless) => useDeletedContactsQuery(undefined, unless),
  useDesk: () => usePlainDesk(CONTACT, useContactCalls()),
});
