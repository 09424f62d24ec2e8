// Made by `npm run payloads` from schemas/profile-sub-group.1.json.
import { type Check } from "./fit.ts";
import { namedPayloadFault, type NamedPayload } from "./shared.generated.ts";

/** What a group within a group says. */
export type ProfileSubGroupPayload = NamedPayload;

export const profileSubGroupPayloadFault: Check = namedPayloadFault;
