/** How kinds of items are called, and what stands for them. */
import { Contact, FileText, ListChecks, Store, Users } from "lucide-react";
import type { ComponentType } from "react";

import type { Say } from "../../i18n/say";
import type { FindableKind } from "./kinds";

export const KIND_ICONS: Record<FindableKind, ComponentType> = { document: FileText, task: ListChecks, contact: Contact, vendor: Store, profile: Users };

export function kindWord(say: Say, kind: FindableKind): string {
  switch (kind) {
    case "document":
      return say("palette.document", "Document");
    case "task":
      return say("palette.task", "Task");
    case "profile":
      return say("palette.profile", "Profile");
    case "contact":
      return say("palette.contact", "Contact");
    case "vendor":
      return say("palette.vendor", "Vendor");
  }
}
