/** The display name of a passkey, with a default: as the server has it, so only under its mark. */
import type { Passkey } from "../../api/auth";
import type { Say } from "../../i18n/say";
import { read } from "../../i18n/word";

export const passkeyName = (say: Say, { name }: Pick<Passkey, "name">): string => read(name) || say("keys.passkey", "Passkey");
