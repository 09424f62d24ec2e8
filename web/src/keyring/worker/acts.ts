/** The operations of the worker that sign, seal, wrap or reveal something to others: none of them runs by what a server answers. */
import type { VaultOperations } from "./operations.ts";

export const ACTS = [
  "createDevice", "signCard", "signKeys", "recover", "takeOwnWord", "openRecoveredWraps", "sealCache", "protectAnew",
  "trustRestart", "agreeToDisclose", "createRole", "rollRole", "wrapForDevices", "makeInvitation", "invitationFragment", "makePairing", "codeToRead", "signView",
  "sealRecord", "signAttributes", "signDelete", "signEnd", "payRecord", "payFile", "changeAudience", "shareFile", "startFile", "sealPart", "finishFile",
] as const satisfies readonly (keyof VaultOperations)[];
