/** Shapes that travel between browser and server about keys. */
import type { Box } from "../../crypto/box.ts";
import type { Signed } from "../../crypto/statements.ts";

export interface DeviceWrap extends Box, Omit<Signed, "saltB64u"> {
  readonly roleId: string;
  readonly userId: string;
  readonly deviceId: string;
  readonly generation: number;
  readonly rolePublicKeyB64u: string;
  readonly devicePublicKeyB64u: string;
}

export interface RoleBundle extends DeviceWrap {
  /** History links from the newest generation down; several of one generation follow each other. */
  readonly previousSealedB64u: readonly string[];
}

export interface AttachBody extends Partial<Signed> {
  readonly devicePublicKeyB64u: string;
  readonly signPublicKeyB64u: string;
  readonly hash: string;
  readonly recovery: Box;
  readonly deviceName: string;
  readonly deviceSignatureB64u: string;
  readonly authenticator: boolean;
  /** Of the person commitment in the card of a first device. */
  readonly personSaltB64u?: string;
  readonly pairingIdB64u?: string;
  readonly pairingMacB64u?: string;
}

/** Of an own device that no statement names yet: what its card is made of. */
export type PendingParts = Pick<AttachBody, "devicePublicKeyB64u" | "signPublicKeyB64u" | "recovery" | "authenticator" | "deviceSignatureB64u">;

export interface PendingDevice extends Partial<PendingParts> {
  readonly deviceId: string;
  readonly pairingIdB64u?: string;
  readonly pairingMacB64u?: string;
  /** Of the person commitment in the `device.add` of a first device. */
  readonly personSaltB64u?: string;
  readonly word: { readonly deviceName: string; readonly at: string };
}

export interface RollBody extends Signed {
  readonly roleId: string;
  readonly expectedGeneration: number;
  readonly rolePublicKeyB64u: string;
  readonly wraps: readonly DeviceWrap[];
  readonly previousSealedB64u?: string;
}
