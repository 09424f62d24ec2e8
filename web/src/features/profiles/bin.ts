/** Profiles that were deleted, and their ways out of the bin. */
import { useDeletedProfilesQuery } from "../../api/bin";
import { useProfileDesk } from "../../lists/desks/profiles";
import { binned } from "../../lists/kinds/binned";
import { PROFILE } from "../../lists/kinds/profile";

export default binned({
  making: { of: PROFILE, nothing: { rank: "" } },
  useDeleted: (unless) => useDeletedProfilesQuery(undefined, unless),
  useDesk: () => useProfileDesk(false),
});
