/** The kinds of items that can be found by what they say, and how each is called. */
import type { ContactPayload } from "../../payloads/contact";
import type { DocumentPayload } from "../../payloads/document";
import type { ProfilePayload } from "../../payloads/profile";
import type { TaskPayload } from "../../payloads/task";
import type { VendorPayload } from "../../payloads/vendor";

export const FINDABLE = ["document", "task", "contact", "vendor", "profile"] as const;
export type FindableKind = (typeof FINDABLE)[number];

export function titleSaid(kind: FindableKind, payload: unknown): string {
  switch (kind) {
    case "document":
      return (payload as DocumentPayload).title;
    case "contact":
      return (payload as ContactPayload).name.full;
    case "task":
      return (payload as TaskPayload).title;
    case "profile":
      return (payload as ProfilePayload).name;
    case "vendor":
      return (payload as VendorPayload).name;
  }
}
