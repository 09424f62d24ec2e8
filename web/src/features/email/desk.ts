/** Saved filters as the desk holds them. */
import { deskKind } from "../../desk/kind.ts";
import type { SavedFilterPayload } from "../../payloads/saved-filter.generated.ts";

export const savedFilterDesk = deskKind<SavedFilterPayload>({
  kind: "saved-filter",
  version: 1,
  title: ({ name }) => name,
  attributes: { entity: ({ attributes: { entity } }) => (typeof entity === "string" ? entity : null) },
  columns: {},
  words: () => "",
});
