/**
 * Why a file does not open: five reasons, each with words and an act of its own, and one place that tells them apart.
 *
 * Damaged is an accusation, of the server or of a disk. It is only raised by what was checked here and did not fit; that
 * bytes did not come says nothing about them.
 */
import { TEXTS } from "../crypto/errors.ts";
import { failureOf, LOST } from "./calls.ts";
import { isSealed } from "./react.tsx";

export { isBeingChecked } from "../crypto/errors.ts";

export type Unreadable =
  /** The server, the network or the worker did not answer: trying again may help. */
  | "unreachable"
  /** No key of this device opens it, or the device is locked: somebody has to give access, or unlock. */
  | "sealed"
  /** The server does not give it out, and only it can say why: nothing is known of keys. */
  | "refused"
  /** The server says that it has lost it, or a part of it: only a backup brings it back. */
  | "lost"
  /** It came, and is not what its author signed. Nothing of it is shown or saved. */
  | "damaged";

/** It came without a fault in any of its frames, and is shorter than was signed. */
export class EndedEarly extends Error {
  override name = "EndedEarly";
  readonly code = "data_loss";

  constructor() {
    super("The file ended early.");
  }
}

export function unreadableBy(reason: unknown): Unreadable {
  const name = reason instanceof Error ? reason.name : "";
  const failure = failureOf(reason);
  if (isSealed(reason) || name === "Abandoned" || messageOf(reason) === TEXTS.noDevice) return "sealed";
  if (failure?.reason === LOST) return "lost";
  if (failure) return failure.status === 401 || failure.status === 403 ? "refused" : "unreachable";
  return isFinding(reason) ? "damaged" : "unreachable";
}

/**
 * A check of the cryptography has found it: its errors carry a code. One of them is no finding: a new worker has not opened
 * this file. Whatever else goes wrong, such as a part of the app that does not arrive, says nothing about the file.
 */
function isFinding(reason: unknown): boolean {
  const code = codeOf(reason);
  return typeof code === "string" && code !== "failed_precondition";
}

const messageOf = (reason: unknown): unknown => (reason as { readonly message?: unknown } | null)?.message;
const codeOf = (reason: unknown): unknown => (reason as { readonly code?: unknown } | null)?.code;
