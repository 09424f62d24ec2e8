/** From the pass-phrase of this browser to a passkey: the same keys, sealed anew. */
import { CryptoError, TEXTS } from "../crypto/errors.ts";
import type { Acting } from "./acting.ts";
import { changeRecord } from "./context.ts";
import { proofOf } from "./enrolment.ts";
import { identityIn, tryPassphrase } from "./unlocking.ts";

/** The pass-phrase comes first: no passkey is made for keys that it does not open. What opened them before does not open them any more. */
export async function protectByPasskey(context: Acting, passphrase: string): Promise<void> {
  const { record, worker } = context;
  if (!record) throw new CryptoError("failed_precondition", TEXTS.noDevice);
  if (record.authenticator) return;
  const identity = identityIn(record);
  const kept = record.encryptedPrivateKey;
  await tryPassphrase(context, passphrase, () => worker.testPassphrase({ identity, kept, passphrase }));
  const proof = await proofOf(context, { by: "authenticator" });
  if (proof.by !== "authenticator") return;
  const encryptedPrivateKey = await worker.protectAnew({ identity, kept, passphrase, proof });
  await changeRecord(context, { encryptedPrivateKey, authenticator: proof.authenticator });
}
