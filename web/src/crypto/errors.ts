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
  invitedOtherwise: "This address was invited with another role.",
  unknownVersion: "update the application",
} as const;

export function bundleMissing(role: string): CryptoError {
  return new CryptoError("not_found", `Role key bundle missing for role ${role}`);
}

/** One answer for every way in which a box, frame or proof can be wrong: the step that failed stays untold. */
export function damaged(): CryptoError {
  return new CryptoError("data_loss", "This object is damaged.");
}

/**
 * What the server showed wrongly of an object:
 * an older state than was seen, something that belongs elsewhere or that its author had no right to write, an object or a
 * link of its chain that is not served, or bytes that are not those that were signed.
 */
export type AlarmWord = "rolled back" | "foreign" | "withheld" | "altered";

const SAYINGS: Readonly<Record<AlarmWord, string>> = {
  "rolled back": "The server showed an older version than the one you have seen.",
  foreign: "This does not belong here, or its author was not allowed to write it.",
  withheld: "You have seen this. The server no longer shows it, and nobody deleted it.",
  altered: "This is not what its author signed.",
};

/** Refuses one object; the rest of the account goes on. */
export class ContentAlarm extends CryptoError {
  /** The word, under the name by which errors of the worker carry what they are about. */
  readonly kind: AlarmWord;
  /** Which check failed, for the evidence. */
  readonly reason: string;

  constructor(word: AlarmWord, reason: string) {
    super("data_loss", SAYINGS[word]);
    this.name = "ContentAlarm";
    this.kind = word;
    this.reason = reason;
  }

  get word(): AlarmWord {
    return this.kind;
  }
}

/** The word of a content alarm, thrown here or by the worker; nothing for any other error. */
export function alarmWord(error: unknown): AlarmWord | null {
  const { name, kind } = (error ?? {}) as { readonly name?: unknown; readonly kind?: unknown };
  return name === "ContentAlarm" && typeof kind === "string" && Object.hasOwn(SAYINGS, kind) ? (kind as AlarmWord) : null;
}

/** What cannot be proven now is read, and nothing follows from it. The name is what screens ask for. */
export class BeingChecked extends CryptoError {
  constructor() {
    super("failed_precondition", "This item is still being checked.");
    this.name = "BeingChecked";
  }
}

/** Thrown here or by the worker. */
export const isBeingChecked = (error: unknown): boolean => error instanceof Error && error.name === "BeingChecked";

export function malformed(what: string): CryptoError {
  return new CryptoError("invalid_argument", what);
}

export function unknownVersion(): CryptoError {
  return new CryptoError("unimplemented", TEXTS.unknownVersion);
}
