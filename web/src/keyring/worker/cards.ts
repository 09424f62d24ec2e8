/** Device cards as the worker builds them: from its own replay, or from what a device has signed and the own fingerprint. */
import type { Bytes } from "../../crypto/bytes.ts";
import { CryptoError, damaged } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import type { KeyState } from "../../crypto/keyLog/state.ts";
import { verifiesUnder } from "../../crypto/signature.ts";
import { encodeCard, type DeviceCard } from "../../crypto/statements.ts";
import { state, type Vault } from "./vault.ts";

/** What a further device says about itself before it stands in the log. */
export interface PendingCard {
  readonly card: Omit<DeviceCard, "account" | "fingerprint">;
  readonly deviceSignatureB64u: string;
}

export function cardOf(known: KeyState, device: Id): DeviceCard {
  const found = known.devices[device];
  if (!found || known.fingerprint === null) throw new CryptoError("not_found", "There is no such device.");
  const { user, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment } = found;
  return {
    account: known.account, fingerprint: known.fingerprint, user, device, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment,
  };
}

/** Its signature fits only when it believes in the account that this device has verified. */
export async function signedCard(vault: Vault, { card, deviceSignatureB64u }: PendingCard): Promise<Bytes> {
  const { account, fingerprint } = state(vault);
  if (fingerprint === null) throw damaged();
  const bytes = encodeCard({ ...card, account, fingerprint });
  if (!(await verifiesUnder(card.ecdsaPublic, bytes, deviceSignatureB64u))) throw damaged();
  return bytes;
}
