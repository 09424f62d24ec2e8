/** Operations on the device's own keys: making, protecting, unlocking, recovering. */
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { boxHash, type Box } from "../../crypto/box.ts";
import { randomBytes, type Bytes } from "../../crypto/bytes.ts";
import { importIkm, sha256 } from "../../crypto/derive.ts";
import {
  deviceKey, generateDevice, localKey, openByPassphrase, openByPrf, openRecovery, protectByPassphrase, protectByPrf, sealRecovery,
  type Authenticator, type DeviceIdentity, type DeviceSecret, type ProtectedKey,
} from "../../crypto/deviceKey.ts";
import { CryptoError, damaged, malformed, TEXTS } from "../../crypto/errors.ts";
import type { Protection } from "../../crypto/keyLog/state.ts";
import { pairingMac } from "../../crypto/pairing.ts";
import { generateRecoverySecret, readRecoveryFile, recoveryLine, type RecoveryNotes } from "../../crypto/recoveryFile.ts";
import { sign } from "../../crypto/signature.ts";
import { encodeCard } from "../../crypto/statements.ts";
import { openUnlockCache, sealUnlockCache } from "../../crypto/unlockCache.ts";
import { identityOf, unlocked, type Vault } from "./vault.ts";

/** How a key is opened or protected, with what the person or the authenticator gave. */
export type Proof =
  | { readonly by: "passphrase"; readonly passphrase: string }
  | { readonly by: "authenticator"; readonly authenticator: Authenticator; readonly result: Bytes };

export interface MadeDevice {
  readonly identity: DeviceIdentity;
  readonly encryptedPrivateKey: ProtectedKey;
  readonly recovery: Box;
  readonly recoveryHash: string;
  readonly recoverySecret: Bytes;
}

function protect(identity: DeviceIdentity, secret: DeviceSecret, proof: Proof, now: Date): Promise<ProtectedKey> {
  return proof.by === "passphrase"
    ? protectByPassphrase(identity, secret, proof.passphrase, now)
    : protectByPrf(identity, secret, proof.authenticator, proof.result, now);
}

function wipeScalars({ device }: Vault): void {
  device?.secret?.fill(0);
  if (device) device.secret = null;
}

async function adopt(vault: Vault, identity: DeviceIdentity, secret: DeviceSecret): Promise<void> {
  const key = await deviceKey(identity, secret);
  const derived = await localKey(identity, secret);
  vault.device = { key, local: await importIkm(derived), secret };
  derived.fill(0);
}

export function deviceOperations(vault: Vault) {
  return {
    createDevice: async ({ user, proof }: { user: string; proof: Proof }): Promise<MadeDevice> => {
      const { identity, secret } = await generateDevice(vault.book.account, user);
      const recoverySecret = generateRecoverySecret();
      const recovery = await sealRecovery(identity, secret, recoverySecret);
      const encryptedPrivateKey = await protect(identity, secret, proof, new Date(vault.now()));
      await adopt(vault, identity, secret);
      return { identity, encryptedPrivateKey, recovery, recoveryHash: await boxHash(recovery), recoverySecret };
    },

    /** The card of the own device, its signature, and the MAC when a pairing secret came with the link. */
    signCard: async ({ fingerprint, recoveryHash, protection, personCommitment, pairing }: {
      fingerprint: string; recoveryHash: string; protection: Protection; personCommitment: string | null;
      pairing?: { pairingId: string; secretB64u: string };
    }) => {
      const device = unlocked(vault);
      const card = encodeCard({ ...identityOf(device), fingerprint, recoveryHash, protection, personCommitment });
      const macB64u = pairing && (await pairingMac(fromBase64Url(pairing.secretB64u), device.account, pairing.pairingId, card));
      return {
        hashB64u: toBase64Url(await sha256(card)),
        deviceSignatureB64u: await sign(device.signing, card),
        ...(macB64u === undefined ? {} : { pairingMacB64u: macB64u }),
      };
    },

    unlock: async ({ identity, kept, proof }: { identity: DeviceIdentity; kept: ProtectedKey; proof: Proof }): Promise<void> => {
      const secret = proof.by === "passphrase"
        ? await openByPassphrase(identity, kept, proof.passphrase)
        : await openByPrf(identity, kept, proof.authenticator, proof.result);
      await adopt(vault, identity, secret);
    },

    /** Whether the pass-phrase opens this key. */
    testPassphrase: async ({ identity, kept, passphrase }: { identity: DeviceIdentity; kept: ProtectedKey; passphrase: string }): Promise<void> => {
      (await openByPassphrase(identity, kept, passphrase)).fill(0);
    },

    /** The same key behind another proof. */
    protectAnew: async ({ identity, kept, passphrase, proof }: {
      identity: DeviceIdentity; kept: ProtectedKey; passphrase: string; proof: Proof;
    }): Promise<ProtectedKey> => {
      const secret = await openByPassphrase(identity, kept, passphrase);
      try {
        return await protect(identity, secret, proof, new Date(vault.now()));
      } finally {
        secret.fill(0);
      }
    },

    openCache: async ({ identity, box, createdAt, shareB64u }: { identity: DeviceIdentity; box: Box; createdAt: number; shareB64u: string }): Promise<void> => {
      const localSecret = await vault.halves.read({ ...identity, createdAt });
      if (!localSecret) throw damaged();
      const secret = await openUnlockCache(identity, { localSecret, serverShare: fromBase64Url(shareB64u) }, createdAt, vault.now(), box);
      await adopt(vault, identity, secret);
    },

    /** Draws both halves and seals the cache under them. One is written to this disk from here; the other is for the server. */
    sealCache: async (): Promise<{ box: Box; createdAt: number; shareB64u: string } | null> => {
      const { device } = vault;
      if (!device?.secret) return null;
      const [identity, createdAt] = [identityOf(device.key), vault.now()];
      const halves = { localSecret: randomBytes(32), serverShare: randomBytes(32) };
      const box = await sealUnlockCache(identity, device.secret, halves, createdAt);
      await vault.halves.write({ ...identity, createdAt }, halves.localSecret);
      return { box, createdAt, shareB64u: toBase64Url(halves.serverShare) };
    },

    /** The server has its share and this browser the box: what came before opens nothing any more, and the scalars go. */
    cacheIsKept: async ({ createdAt }: { createdAt: number }): Promise<void> => {
      const { device } = vault;
      wipeScalars(vault);
      if (device) await vault.halves.dropBefore({ ...identityOf(device.key), createdAt });
    },

    forgetSecret: async (): Promise<void> => {
      wipeScalars(vault);
      return Promise.resolve();
    },

    hashBox: async ({ box }: { box: Box }): Promise<string> => boxHash(box),

    /** The value with its checksum, and what the file says about the account. */
    readRecovery: async ({ text }: { text: string }): Promise<{ key: string; notes: Partial<RecoveryNotes> }> => {
      const { secret, notes } = await readRecoveryFile(text);
      return { key: await recoveryLine(secret), notes };
    },

    /** Whether the key opens this envelope. */
    testRecovery: async ({ text, identity, envelope }: { text: string; identity: DeviceIdentity; envelope: Box }): Promise<void> => {
      const { secret } = await readRecoveryFile(text);
      (await openRecovery(identity, secret, envelope)).fill(0);
    },

    /**
     * What a recovery file says about the account is asked of every answer from now on. One that lacks a line about it
     * anchors nothing: answers whether it did.
     */
    takeFile: async ({ text }: { text: string }): Promise<boolean> => {
      const { notes: { account = vault.book.account, accountFingerprint: fingerprint, log, logKey } } = await readRecoveryFile(text);
      const says = fingerprint !== undefined && log !== undefined && logKey !== undefined;
      if (!says) return false;
      vault.book.anchors = [...vault.book.anchors, { is: "file", account, fingerprint, logSize: log.size, logRoot: log.root, logKey }];
      // What was shown before was not held against it.
      vault.book.head = null;
      return true;
    },

    /** Opens whichever envelope the key fits and keeps that device beside the own one. */
    recover: async ({ text, envelopes }: { text: string; envelopes: readonly { identity: DeviceIdentity; recovery: Box }[] }): Promise<string> => {
      const { secret } = await readRecoveryFile(text);
      for (const { identity, recovery } of envelopes) {
        try {
          const opened = await openRecovery(identity, secret, recovery);
          vault.recovered = { key: await deviceKey(identity, opened) };
          opened.fill(0);
          return identity.device;
        } catch (error) {
          if (!(error instanceof CryptoError) || error.code !== "invalid_argument") throw error;
        }
      }
      throw malformed(TEXTS.recoveryWrong);
    },
  };
}
