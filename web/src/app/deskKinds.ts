/** Every kind of item that the desk holds: here the features meet in its worker. */
import { statusDesk, topicDesk } from "../lists/boards/desk.ts";
import { contactDesk } from "../features/contacts/desk.ts";
import { documentDesk } from "../features/documents/desk.ts";
import { savedFilterDesk } from "../features/email/desk.ts";
import { profileDesk, profileGroupDesk, profileSubGroupDesk } from "../features/profiles/desk.ts";
import { commentDesk, taskDesk } from "../features/tasks/desk.ts";
import { vendorDesk } from "../features/vendors/desk.ts";

export const DESK_KINDS = [
  commentDesk, contactDesk, documentDesk, profileDesk, profileGroupDesk, profileSubGroupDesk, savedFilterDesk, statusDesk, taskDesk, topicDesk, vendorDesk,
];
