// Made by `npm run payloads` from schemas/topic.1.json.
import { type Check } from "./fit.ts";
import { namedPayloadFault, type NamedPayload } from "./shared.generated.ts";

/** What a topic says. */
export type TopicPayload = NamedPayload;

export const topicPayloadFault: Check = namedPayloadFault;
