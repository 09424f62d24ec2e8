/** The clear attributes of a document, all of them: a signature covers the whole list. */
import type { DocumentItem } from "../../api/documents";

export function attributesOf(item: DocumentItem): Record<string, unknown> {
  return {
    profileIds: item.profileIds,
    topicIds: item.topicIds,
    state: item.lifecycle,
    expiresOn: item.expiresOn ?? null,
    remindDays: item.remindDays,
    versions: item.versions.map(({ fileId }) => fileId),
    fileIds: item.fileIds,
    noteOnly: item.noteOnly,
  };
}
