/** What a pass-phrase has to be. */
import type { Say } from "../../i18n/say";

export const SHORTEST_PASSPHRASE = 15;

export function passphraseFault(say: Say, passphrase: string): string | undefined {
  const letters = [...passphrase.normalize("NFKC")];
  if (letters.length < SHORTEST_PASSPHRASE)
    return say("passphrase.short", "Use at least {count} characters.", { count: SHORTEST_PASSPHRASE });
  if (new Set(letters).size < 6) return say("passphrase.common", "This is too easy to guess. Use a few unrelated words.");
  return undefined;
}
