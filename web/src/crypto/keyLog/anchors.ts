/**
 * Anchors: what a browser knows, past the server, about which account this is.
 *
 * Every anchor that a client has is asked of every answer. One that led to another is put aside only then: a link by the
 * pin whose head holds the vouch for this device, a comparison by nothing, because its fingerprint costs nothing to ask.
 */
import type { Id } from "../ids.ts";
import type { Anchor } from "./clientState.ts";
import type { FullPin, Pin } from "./pins.ts";
import type { KeyState } from "./state.ts";

export type Anchored =
  /** Carried past the server by people. */
  | ({ readonly is: "link" | "qr" | "file"; readonly account: Id } & Pin)
  /** What this browser has verified before, in an account that was confirmed. */
  | ({ readonly is: "pin" } & FullPin)
  /** The fingerprint in the card that was compared. */
  | { readonly is: "comparison"; readonly fingerprint: string }
  /** The fingerprint of the log that a recovered device has signed, once its person has taken its word for it. */
  | { readonly is: "signature"; readonly fingerprint: string }
  /** This device signed statement 0. */
  | { readonly is: "genesis"; readonly device: Id };

const ORDER: readonly Anchor[] = ["link", "qr", "file", "comparison", "signature", "pin", "genesis"];

/** The one that demands most: only what a client made itself a moment ago may still be on its way into the log. */
export function strongest(anchors: readonly Anchored[]): Anchor {
  return ORDER.find((kind) => anchors.some(({ is }) => is === kind)) ?? "none";
}

export function sameAccount(anchors: readonly Anchored[], account: Id): boolean {
  return anchors.every((anchor) => !("account" in anchor) || anchor.account === account);
}

/** Whether the log begins as every anchor says. */
export function anchorsFit(anchors: readonly Anchored[], { nextSeq, fingerprint, devices }: KeyState): boolean {
  if (nextSeq === 0) return true;
  return anchors.every((anchor) => (anchor.is === "genesis" ? devices[anchor.device]?.how === "genesis" : anchor.fingerprint === fingerprint));
}
