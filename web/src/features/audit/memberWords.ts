/** What the members of an entry are called. */
import type { Say } from "../../i18n/say";

const WORDS: Record<string, (say: Say) => string> = {
  expiresOn: (say) => say("audit.field.expiresOn", "Expires on"),
  expiresAt: (say) => say("audit.field.expiresAt", "Expires"),
  remindDays: (say) => say("audit.field.remindDays", "Reminder days"),
  stages: (say) => say("audit.field.stages", "Reminder days of the account"),
  state: (say) => say("audit.field.state", "State"),
  profileIds: (say) => say("audit.field.profileIds", "Profiles"),
  topicIds: (say) => say("audit.field.topicIds", "Topics"),
  audience: (say) => say("audit.field.audience", "Roles that read it"),
  reads: (say) => say("audit.field.reads", "Reads for"),
  displayName: (say) => say("audit.field.displayName", "Name of the account"),
  dateFormat: (say) => say("audit.field.dateFormat", "Dates shown as"),
  dateInputFormat: (say) => say("audit.field.dateInputFormat", "Dates typed as"),
  dateSeparator: (say) => say("audit.field.dateSeparator", "Dates separated by"),
  language: (say) => say("audit.field.language", "Language"),
  zone: (say) => say("audit.field.zone", "Time zone"),
  disclosure: (say) => say("audit.field.disclosure", "What the server may see"),
  roleId: (say) => say("audit.field.roleId", "Role"),
  userId: (say) => say("audit.field.userId", "Person"),
  deviceId: (say) => say("audit.field.deviceId", "Device"),
  invitationId: (say) => say("audit.field.invitationId", "Invitation"),
  documentId: (say) => say("audit.field.documentId", "Document"),
  contactId: (say) => say("audit.field.contactId", "Contact"),
  profileId: (say) => say("audit.field.profileId", "Profile"),
  cascade: (say) => say("audit.field.cascade", "With what belongs to it"),
  vendorId: (say) => say("audit.field.vendorId", "Vendor"),
  taskId: (say) => say("audit.field.taskId", "Task"),
  assigneeIds: (say) => say("audit.field.assigneeIds", "Assigned to"),
  dueOn: (say) => say("audit.field.dueOn", "Due on"),
  documentIds: (say) => say("audit.field.documentIds", "Documents"),
  filterId: (say) => say("audit.field.filterId", "Filter"),
  authorId: (say) => say("audit.field.authorId", "Written by"),
  entity: (say) => say("audit.field.entity", "Collection"),
  scope: (say) => say("audit.field.scope", "For whom"),
  pinned: (say) => say("audit.field.pinned", "Pinned"),
  fileId: (say) => say("audit.field.fileId", "File"),
  fileIds: (say) => say("audit.field.fileIds", "Files"),
  generation: (say) => say("audit.field.generation", "Generation"),
  method: (say) => say("audit.field.method", "Method"),
  how: (say) => say("audit.field.how", "How"),
  name: (say) => say("audit.field.name", "Name"),
  permissions: (say) => say("audit.field.permissions", "Permissions"),
  description: (say) => say("audit.field.description", "Description"),
  planId: (say) => say("audit.field.planId", "Plan"),
  trialEndsAt: (say) => say("audit.field.trialEndsAt", "Trial ends"),
  noteOnly: (say) => say("audit.field.noteOnly", "Note without a file"),
  kind: (say) => say("audit.field.kind", "Kind"),
  version: (say) => say("audit.field.version", "Version"),
  count: (say) => say("audit.field.count", "Count"),
};

/** One that has no words here is shown by its stored name: "byRestoreOf" becomes "By restore of". */
export function memberWord(say: Say, field: string): string {
  const known = Object.hasOwn(WORDS, field) ? WORDS[field] : undefined;
  if (known) return known(say);
  const words = field.replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
