// Made by `npm run payloads` from schemas/status.1.json.
import { type Check } from "./fit.ts";
import { namedPayloadFault, type NamedPayload } from "./shared.generated.ts";

/** What a status of tasks says. */
export type StatusPayload = NamedPayload;

export const statusPayloadFault: Check = namedPayloadFault;
