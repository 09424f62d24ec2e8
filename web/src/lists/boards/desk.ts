/** Topics and statuses as the desk holds them: a few, which pages ask for whole. */
import { deskKind } from "../../desk/kind.ts";
import type { NamedPayload } from "../../payloads/shared.generated.ts";

const named = { version: 1, title: ({ name }: NamedPayload) => name, columns: {}, words: () => "" };

export const topicDesk = deskKind<NamedPayload>({ kind: "topic", ...named });
export const statusDesk = deskKind<NamedPayload>({ kind: "status", ...named });
