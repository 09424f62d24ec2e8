/**
 * Step-up: a few calls require that the user confirms their identity.
 *
 * Calls ask here, whoever made them; the question is put once for all that wait, and each then repeats itself.
 */
import { CALLS } from "../i18n/fixedTexts";
import { CallFailed, type ApiFailure } from "./failure";

/** In the tongues of the product and of the authentication protocol. */
const REASONS: ReadonlySet<string | undefined> = new Set([
  "step_up_required",
  "STEP_UP_REQUIRED",
  "SESSION_NOT_FRESH",
  "SESSION_EXPIRED",
]);

/** The server would do it, if it knew who is there. */
export const wantsToKnowWhoIsThere = ({ code, reason }: { code?: string; reason?: string }): boolean =>
  REASONS.has(code) || REASONS.has(reason);

/** The person closed the question: they know why nothing happened. */
export const UNCONFIRMED: ApiFailure = {
  status: 403,
  code: "canceled",
  reason: "unconfirmed",
  message: CALLS.unconfirmed,
};

export const isUnconfirmed = ({ reason }: ApiFailure): boolean => reason === UNCONFIRMED.reason;

type Asker = () => Promise<boolean>;

let asker: Asker | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the component that shows the dialog; returns a function that unregisters it. */
export function askThrough(chosen: Asker): () => void {
  asker = chosen;
  return () => {
    if (asker === chosen) asker = null;
  };
}

/** Whether the user confirmed. Throws the refusal while no dialog is registered. */
export async function confirmWhoIsThere(refusal: ApiFailure): Promise<boolean> {
  if (!asker) throw new CallFailed(refusal);
  asking ??= asker()
    .then((proven) => {
      if (proven) for (const tell of told) tell();
      return proven;
    })
    .finally(() => (asking = null));
  return asking;
}

const told = new Set<() => void>();

/** A proof gives the session another secret: what still lives by the former one has a few seconds to begin anew. */
export function onProof(tell: () => void): () => void {
  told.add(tell);
  return () => void told.delete(tell);
}
