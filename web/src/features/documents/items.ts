/** How documents are asked for together with other kinds, and what is said of them there. */
import { FilePlus2 } from "lucide-react";

import { documentsApi, useAllDocumentsQuery } from "../../api/documents";
import type { KindItems } from "../../lists/kinds/card";
import { IS_HERE, listed } from "../../lists/kinds/listed";

export const documentItems = {
  kind: "document",
  useAll: (unless) => listed(useAllDocumentsQuery(undefined, unless), (rows) => rows),
  useIsHere: () => documentsApi.endpoints.allDocuments.useQueryState(undefined, IS_HERE).here,
  word: (say) => say("palette.document", "Document"),
  logged: (say) => say("audit.kind.document", "Document"),
  fresh: (say) => say("documents.new", "New document"),
  freshIcon: FilePlus2,
  counted: (say, count) => say("home.documents", "{count, plural, one {a document} other {# documents}}", { count }),
  group: "documents",
  acts: {
    created: (say) => say("audit.document.created", "added a document"),
    revised: (say) => say("audit.document.revised", "changed a document"),
    filed: (say) => say("audit.document.filed", "filed a document"),
    expiry_set: (say) => say("audit.document.expiry_set", "changed when a document expires"),
    renewed: (say) => say("audit.document.renewed", "renewed a document"),
    version_added: (say) => say("audit.document.version_added", "added a version of a document"),
    activated: (say) => say("audit.document.activated", "marked a draft as valid"),
    archived: (say) => say("audit.document.archived", "archived a document"),
    unarchived: (say) => say("audit.document.unarchived", "unarchived a document"),
    deleted: (say) => say("audit.document.deleted", "deleted a document"),
    restored: (say) => say("audit.document.restored", "restored a document"),
    purged: (say) => say("audit.document.purged", "deleted a document for good"),
    shared: (say) => say("audit.document.shared", "gave more roles access to a document"),
    duplicated: (say) => say("audit.document.duplicated", "duplicated a document"),
    attachments_changed: (say) => say("audit.document.attachments_changed", "changed the files of a document"),
    expiry_warned: (say) => say("audit.document.expiry_warned", "warned that a document expires"),
  },
} as const satisfies KindItems;
