/** Refusals of the cryptography: a code of the product's catalogue and the sentence that is shown. */

export type ErrorCode =
  | "unauthenticated"
  | "failed_precondition"
  | "invalid_argument"
  | "canceled"
  | "not_found"
  | "data_loss"
  | "unimplemented"
  | "aborted"
  | "out_of_range";

export class CryptoError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.name = "CryptoError";
    this.code = code;
  }
}

/** The sentences that the product fixes; each is shown word for word. */
export const TEXTS = {
  noSession: "You must be logged in.",
  noDevice: "Device key not registered",
  attachFailed: "Failed to attach device key",
  passphraseMissing: "Pass-phrase required to unlock key.",
  passphraseWrong: "That pass-phrase does not open this key.",
  prfMissing: "PRF result missing from authenticator.",
  promptCancelled: "User cancelled authenticator prompt.",
  webauthnMissing: "WebAuthn is not supported in this browser",
  recoveryFormat: "Invalid recovery key format.",
  recoveryChecksum: "Invalid recovery key (checksum).",
  recoveryWrong: "Invalid recovery key.",
  userMissing: "User ID not found",
  accountMissing: "Account not found",
  unknownVersion: "update the application",
} as const;

export function bundleMissing(role: string): CryptoError {
  return new CryptoError("not_found", `Role key bundle missing for role ${role}`);
}

/** One answer for every way in which a box, frame or proof can be wrong: the step that failed stays untold. */
export function damaged(): CryptoError {
  return new CryptoError("data_loss", "This object is damaged.");
}

export function malformed(what: string): CryptoError {
  return new CryptoError("invalid_argument", what);
}

export function unknownVersion(): CryptoError {
  return new CryptoError("unimplemented", TEXTS.unknownVersion);
}
