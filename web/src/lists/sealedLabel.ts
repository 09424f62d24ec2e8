/** What a sealed item is called where there is room for a word only: this device is locked, or its person has no access. */
import type { Say } from "../i18n/say";

export const sealedLabel = (locked: boolean, say: Say): string =>
  locked ? say("sealed.locked", "Locked") : say("sealed.label", "No access");
