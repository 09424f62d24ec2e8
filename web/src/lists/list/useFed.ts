/** The lists of some kinds, handed to the desk, for what looks through several of them. */
import { useAllContactsQuery } from "../../api/contacts";
import { useAllDocumentsQuery } from "../../api/documents";
import { wholeSince } from "../../api/held";
import { useAllProfilesQuery } from "../../api/profiles";
import { useAllTasksQuery } from "../../api/tasks";
import { useAllVendorsQuery } from "../../api/vendors";
import type { FindableKind } from "../finding/kinds";
import { useMay } from "../../session/useSession";
import { useFeed } from "../useFeed";

/** What a role may not read is not asked for. Answers whether all of them are there, or did not load. */
export function useFed(kinds: readonly FindableKind[]): boolean {
  const may = useMay();
  const without = (kind: FindableKind) => ({ skip: !kinds.includes(kind) || !may(`${kind}.read`) });
  const documents = useAllDocumentsQuery(undefined, without("document"));
  const tasks = useAllTasksQuery(undefined, without("task"));
  const contacts = useAllContactsQuery(undefined, without("contact"));
  const vendors = useAllVendorsQuery(undefined, without("vendor"));
  const profiles = useAllProfilesQuery(undefined, without("profile"));
  useFeed("document", documents.data, wholeSince(documents));
  useFeed("task", tasks.data?.rows, wholeSince(tasks));
  useFeed("contact", contacts.data?.rows, wholeSince(contacts));
  useFeed("vendor", vendors.data?.rows, wholeSince(vendors));
  useFeed("profile", profiles.data?.rows, wholeSince(profiles));
  return [documents, tasks, contacts, vendors, profiles].every(({ isLoading }) => !isLoading);
}
