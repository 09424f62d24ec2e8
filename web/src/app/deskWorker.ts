/**
 * The desk worker: the only place of a tab that holds what was opened.
 *
 * A bundle of its own without keys, network and foreign code; here the kinds meet.
 */
import { serveDesk } from "../desk/serve.ts";
import { contactDesk } from "../features/contacts/desk.ts";
import { documentDesk } from "../features/documents/desk.ts";
import { savedFilterDesk } from "../features/email/desk.ts";
import { profileDesk } from "../features/profiles/desk.ts";
import { taskDesk } from "../features/tasks/desk.ts";
import { vendorDesk } from "../features/vendors/desk.ts";

serveDesk(globalThis, [contactDesk, documentDesk, profileDesk, savedFilterDesk, taskDesk, vendorDesk]);
