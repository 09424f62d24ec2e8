/** The display name of a passkey, with a default. */
import type { Passkey } from "../api/auth";
import type { Say } from "../i18n/say";

export const passkeyName = (say: Say, { name }: Pick<Passkey, "name">): string => name || say("keys.passkey", "Passkey");
