// Made by `npm run payloads` from schemas/profile-group.1.json.
import { type Check } from "./fit.ts";
import { namedPayloadFault, type NamedPayload } from "./shared.generated.ts";

/** What a group of profiles says. */
export type ProfileGroupPayload = NamedPayload;

export const profileGroupPayloadFault: Check = namedPayloadFault;
