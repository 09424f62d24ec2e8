/** Everything of the account that can be found on this device. */
import { useMemo } from "react";

import { useAllContactsQuery } from "../api/contacts";
import { useAllDocumentsQuery } from "../api/documents";
import { useAllProfilesQuery } from "../api/profiles";
import { useAllTasksQuery } from "../api/tasks";
import { useAllVendorsQuery } from "../api/vendors";
import { useKeyState } from "../keyring/react";
import { useMay } from "../session/useSession";
import type { Findable } from "./kinds";

/** Nothing while the device is locked. */
export function useFindable(): readonly Findable[] | undefined {
  const may = useMay();
  const ready = useKeyState().name === "ready";
  const { data: documents } = useAllDocumentsQuery(undefined, { skip: !ready || !may("document.read") });
  const { data: contacts } = useAllContactsQuery(undefined, { skip: !ready || !may("contact.read") });
  const { data: vendors } = useAllVendorsQuery(undefined, { skip: !ready || !may("vendor.read") });
  const { data: tasks } = useAllTasksQuery(undefined, { skip: !ready || !may("task.read") });
  const { data: profiles } = useAllProfilesQuery(undefined, { skip: !ready || !may("profile.read") });
  return useMemo(() => {
    if (!ready) return undefined;
    return [
      ...(documents ?? []).map((item): Findable => ({ kind: "document", item })),
      ...(contacts?.rows ?? []).map((item): Findable => ({ kind: "contact", item })),
      ...(vendors?.rows ?? []).map((item): Findable => ({ kind: "vendor", item })),
      ...(tasks?.rows ?? []).map((item): Findable => ({ kind: "task", item })),
      ...(profiles?.rows ?? []).map((item): Findable => ({ kind: "profile", item })),
    ];
  }, [ready, documents, contacts, vendors, tasks, profiles]);
}
