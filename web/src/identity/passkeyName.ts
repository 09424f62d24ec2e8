/** What a passkey is called, also when nobody gave it a name. */
import type { Passkey } from "../api/auth";
import type { Say } from "../i18n/say";

export const passkeyName = (say: Say, { name }: Pick<Passkey, "name">): string => name || say("keys.passkey", "Passkey");
