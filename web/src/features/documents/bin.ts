/** Documents that were deleted, and their ways out of the bin. */
import { useDeletedDocumentsQuery } from "../../api/bin";
import { useDocumentDesk } from "../../lists/desks/documents";
import { binned } from "../../lists/kinds/binned";
import { DOCUMENT } from "../../lists/kinds/document";

export default binned({
  making: { of: DOCUMENT, nothing: { hiddenBy: null } },
  useDeleted: (unless) => useDeletedDocumentsQuery(undefined, unless),
  useDesk: useDocumentDesk,
});
