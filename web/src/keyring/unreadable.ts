/**
 * Why a file does not open: three reasons, each with words and an act of its own, and one place that tells them apart.
 *
 * Damaged is an accusation, of the server or of a disk. It is only raised by what was checked here and did not fit; that
 * bytes did not come says nothing about them.
 */
import { TEXTS } from "../crypto/errors.ts";
import { failureOf } from "./calls.ts";
import { isSealed } from "./react.tsx";

export { isBeingChecked } from "../crypto/errors.ts";

export type Unreadable =
  /** The server, the network or the worker did not answer: trying again may help. */
  | "unreachable"
  /** No key of this device opens it, or the device is locked: somebody has to give access, or unlock. */
  | "sealed"
  /** It came, and is not what its author signed. Nothing of it is shown or saved. */
  | "damaged";

const NO_ACCESS = [401, 403];

export function unreadableBy(reason: unknown): Unreadable {
  const name = reason instanceof Error ? reason.name : "";
  const failure = failureOf(reason);
  if (isSealed(reason) || name === "Abandoned" || messageOf(reason) === TEXTS.noDevice) return "sealed";
  if (failure) return NO_ACCESS.includes(failure.status ?? 0) ? "sealed" : "unreachable";
  // A worker that stopped, or a new one that has not opened this file.
  if (name === "WorkerLost" || codeOf(reason) === "failed_precondition") return "unreachable";
  return "damaged";
}

const messageOf = (reason: unknown): unknown => (reason as { readonly message?: unknown } | null)?.message;
const codeOf = (reason: unknown): unknown => (reason as { readonly code?: unknown } | null)?.code;
