/** The fragment of a carried link, taken apart before there is an account to start a worker for. */
import { toBase64Url } from "../../crypto/base64url.ts";
import { parsePairingFragment, type PairingLink } from "../../crypto/pairing.ts";

/** A link outside of the formats: the secret as text, because people carry it. */
export interface CarriedLink extends Omit<PairingLink, "secret"> {
  readonly secretB64u: string;
}

export function readLink(fragment: string): CarriedLink {
  const { secret, ...link } = parsePairingFragment(fragment);
  return { ...link, secretB64u: toBase64Url(secret) };
}
