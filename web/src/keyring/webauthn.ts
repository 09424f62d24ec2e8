/**
 * The authenticator: making a passkey that can unlock, and asking it for its secret.
 *
 * The secret never leaves the page: the results of the extension are taken out of every answer before it is sent, because
 * the JSON form of a credential carries them.
 */
import { fromBase64Url, toBase64Url } from "../crypto/base64url.ts";
import { randomBytes, type Bytes } from "../crypto/bytes.ts";
import { prfSecret, type Authenticator } from "../crypto/deviceKey.ts";
import { CryptoError, TEXTS } from "../crypto/errors.ts";
import { passkeysWork } from "./webauthn/support.ts";
import { waitForFocus } from "./webauthn/focus.ts";
import { ownDeviceName } from "./deviceName.ts";

export interface Unlocking {
  readonly authenticator: Authenticator;
  readonly result: Bytes;
}

/** What the ceremony of a new passkey asks of the server. */
export interface PasskeyCalls {
  passkeyOptions(): Promise<PublicKeyCredentialCreationOptionsJSON>;
  addPasskey(response: unknown, name: string): Promise<unknown>;
  passkeys(): Promise<readonly { readonly credentialID: string }[]>;
}

function precondition(text: string): CryptoError {
  return new CryptoError("failed_precondition", text);
}

function demandSupport(): void {
  if (!passkeysWork()) throw precondition(TEXTS.webauthnMissing);
}

async function prompt(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  await waitForFocus();
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    if (!(error instanceof DOMException) || !["NotAllowedError", "AbortError"].includes(error.name)) throw error;
  }
  throw new CryptoError("canceled", TEXTS.promptCancelled);
}

function resultOf(credential: PublicKeyCredential): Bytes | undefined {
  const first = credential.getClientExtensionResults().prf?.results?.first;
  if (first === undefined) return undefined;
  return first instanceof ArrayBuffer ? new Uint8Array(first) : new Uint8Array(first.buffer, first.byteOffset, first.byteLength).slice();
}

/** The credential as JSON, without what the authenticator has told this page alone. */
export function withoutResults(credential: { toJSON(): unknown }): unknown {
  const json = structuredClone(credential.toJSON()) as { clientExtensionResults?: { prf?: { results?: unknown } } };
  if (json.clientExtensionResults?.prf) delete json.clientExtensionResults.prf.results;
  return json;
}

/** Asks an authenticator for the secret that belongs to its credential and input. */
export async function askAuthenticator(authenticator: Authenticator): Promise<Bytes> {
  demandSupport();
  const id = fromBase64Url(authenticator.credentialIdB64u);
  const credential = await askOneOf([{ type: "public-key", id }], fromBase64Url(authenticator.prfInputB64u));
  return prfSecret(resultOf(credential));
}

function askOneOf(allowCredentials: PublicKeyCredentialDescriptor[], first: Bytes): Promise<PublicKeyCredential> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: randomBytes(32), rpId: location.hostname, userVerification: "required", allowCredentials,
    extensions: { prf: { eval: { first } } },
  };
  return prompt(() => navigator.credentials.get({ publicKey }));
}

function isRegisteredHere(error: unknown): boolean {
  return error instanceof DOMException && error.name === "InvalidStateError";
}

/** A new passkey that can unlock, or the one that this authenticator has already. */
export async function makeAuthenticator(calls: PasskeyCalls): Promise<Unlocking> {
  demandSupport();
  const input = randomBytes(32);
  const options = PublicKeyCredential.parseCreationOptionsFromJSON(await calls.passkeyOptions());
  const publicKey: PublicKeyCredentialCreationOptions = {
    ...options,
    authenticatorSelection: { ...options.authenticatorSelection, userVerification: "required" },
    extensions: { ...options.extensions, prf: { eval: { first: input } } },
  };
  let credential: PublicKeyCredential;
  try {
    credential = await prompt(() => navigator.credentials.create({ publicKey }));
    await register(calls, credential);
  } catch (error) {
    if (!isRegisteredHere(error)) throw error;
    credential = await askOneOf(options.excludeCredentials ?? [], input);
  }
  const authenticator = { credentialIdB64u: toBase64Url(new Uint8Array(credential.rawId)), prfInputB64u: toBase64Url(input) };
  const result = resultOf(credential);
  return { authenticator, result: result ? prfSecret(result) : await askAuthenticator(authenticator) };
}

async function register(calls: PasskeyCalls, credential: PublicKeyCredential): Promise<void> {
  await calls.addPasskey(withoutResults(credential), ownDeviceName()).catch((cause: unknown) => {
    throw Object.assign(new Error("Failed to add passkey", { cause }), { failure: (cause as { failure?: unknown }).failure });
  });
  const known = await calls.passkeys().catch(() => null);
  if (!known?.some(({ credentialID }) => credentialID === credential.id)) {
    throw new Error("Passkey created but could not fetch list to resolve credential ID");
  }
}
