/** What a browser is proposed to be called: "Firefox on Linux", in the language of its person. */
import type { Say } from "../../i18n/say";
import { browserOf } from "../../keyring/deviceName";

export function deviceGuess(say: Say, userAgent: string): string {
  const { program, system } = browserOf(userAgent);
  if (program !== undefined && system !== undefined) return say("device.guess", "{program} on {system}", { program, system });
  return program ?? system ?? say("keys.thisDevice", "This device");
}
