// Made by `npm run payloads` from the newest schema of each kind.
import { commentPayloadFault } from "./comment.generated.ts";
import { contactPayloadFault } from "./contact.generated.ts";
import { documentPayloadFault } from "./document.generated.ts";
import { fileManifestFault } from "./file.generated.ts";
import { profileGroupPayloadFault } from "./profile-group.generated.ts";
import { profileSubGroupPayloadFault } from "./profile-sub-group.generated.ts";
import { profilePayloadFault } from "./profile.generated.ts";
import { savedFilterPayloadFault } from "./saved-filter.generated.ts";
import { statusPayloadFault } from "./status.generated.ts";
import { taskPayloadFault } from "./task.generated.ts";
import { topicPayloadFault } from "./topic.generated.ts";
import { vendorPayloadFault } from "./vendor.generated.ts";

/** By the kind of a record: in which version it is written, and the path of the first fault of what does not fit. */
export const PAYLOADS = {
  "comment": { version: 1, fault: commentPayloadFault },
  "contact": { version: 1, fault: contactPayloadFault },
  "document": { version: 1, fault: documentPayloadFault },
  "file": { version: 1, fault: fileManifestFault },
  "profile-group": { version: 1, fault: profileGroupPayloadFault },
  "profile-sub-group": { version: 1, fault: profileSubGroupPayloadFault },
  "profile": { version: 1, fault: profilePayloadFault },
  "saved-filter": { version: 1, fault: savedFilterPayloadFault },
  "status": { version: 1, fault: statusPayloadFault },
  "task": { version: 1, fault: taskPayloadFault },
  "topic": { version: 1, fault: topicPayloadFault },
  "vendor": { version: 1, fault: vendorPayloadFault },
} as const;

export type PayloadKind = keyof typeof PAYLOADS;
