/** How a browser becomes a device: the first of an account, the first of a person, or a further one. */
import { idBytes } from "../crypto/ids.ts";
import { toBase64Url } from "../crypto/base64url.ts";
import { writeRecoveryFile } from "../crypto/recoveryFile.ts";
import { passphraseIsLongEnough } from "../crypto/deviceKey.ts";
import { CryptoError, malformed, TEXTS } from "../crypto/errors.ts";
import { activeDevices, type KeyState as LogState } from "../crypto/keyLog/state.ts";
import { ZERO_HASH } from "../crypto/statements.ts";
import type { Acting } from "./acting.ts";
import { failureOf, hasMoved } from "./calls.ts";
import { isCommonPassphrase } from "./commonPassphrases.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import type { Protection, RecoveryFile } from "./contract.ts";
import { ownDeviceName } from "./deviceName.ts";
import { NotInThisState } from "./standing.ts";
import { isConfirmed, type Anchor, type DeviceRecord } from "./store.ts";
import { sync } from "./syncing.ts";
import { makeAuthenticator } from "./webauthn.ts";
import { inTurn } from "./writing.ts";
import type { MadeDevice, Proof } from "./worker/deviceOperations.ts";
import type { AttachBody } from "./worker/wire.ts";

/** A statement older than this is signed anew before it is sent again. */
const STATEMENT_LIFE_MS = 10 * 60 * 1000;

/** The secret of the link by which this person came, carried past the server. */
export interface CarriedSecret {
  readonly pairingId: string;
  readonly secretB64u: string;
}

/** What a person calls the new device, and the day on which it is made. */
export interface Naming {
  readonly name?: string | undefined;
  readonly today: string;
}

export type How = DeviceRecord["how"];

/** What the person chose, as far as the account's rules allow it. */
export async function proofOf(context: Context, protection: Protection): Promise<Proof> {
  if (protection.by === "authenticator") return { by: "authenticator", ...(await makeAuthenticator(context.calls)) };
  if (logState(context).policy.requireAuthenticators) {
    throw new CryptoError("failed_precondition", "This account asks for a passkey that can unlock.");
  }
  const { passphrase } = protection;
  if (!passphraseIsLongEnough(passphrase)) throw malformed("A pass-phrase has at least 15 characters.");
  if (isCommonPassphrase(passphrase)) throw malformed("This pass-phrase is too common.");
  if (context.person.isSignInPassword(passphrase)) throw malformed("The pass-phrase differs from the sign-in password.");
  return { by: "passphrase", passphrase };
}

export function howToJoin({ nextSeq, ...state }: LogState, userId: string): How {
  if (nextSeq === 0) return "genesis";
  return activeDevices({ nextSeq, ...state }, userId).length > 0 ? "device" : "first";
}

/** What this browser knows of the account when it becomes a device in it. */
function anchorOf(how: How, { report: { standing: { anchor } } }: Context): Anchor | null {
  if (how === "genesis") return "genesis";
  return anchor === "none" || anchor === "genesis" ? null : anchor;
}

const protectionWord = (proof: Proof) => (proof.by === "authenticator" ? "authenticator" : "passphrase");

/** Makes keys, card and body, and writes the local record before anything is sent. */
export async function prepareDevice(
  context: Acting, { how, proof, carried, name, recovered }: {
    how: How; proof: Proof; carried: CarriedSecret | null; name?: string | undefined;
    /** The device that a recovery key has opened; it signs the new one in. */
    recovered?: string;
  },
): Promise<{ made: MadeDevice; body: AttachBody }> {
  const { person, account, worker, report } = context;
  const made = await worker.createDevice({ user: person.userId, proof });
  const named = how === "genesis" || how === "first" ? await worker.commitPerson({ user: person.userId, person: person.appearsAs }) : null;
  const said: DeviceRecord["card"] = {
    fingerprint: how === "genesis" ? ZERO_HASH : (report.state.fingerprint ?? ZERO_HASH), recoveryHash: made.recoveryHash,
    protection: protectionWord(proof), personCommitment: named?.commitment ?? null,
  };
  const card = await worker.signCard({ ...said, protection: protectionWord(proof), ...(carried ? { pairing: carried } : {}) });
  const unsigned: AttachBody = {
    devicePublicKeyB64u: made.identity.ecdhPublic, signPublicKeyB64u: made.identity.ecdsaPublic, hash: card.hashB64u,
    recovery: made.recovery, deviceName: name?.trim() || ownDeviceName(), deviceSignatureB64u: card.deviceSignatureB64u,
    authenticator: proof.by === "authenticator",
    ...(named ? { personSaltB64u: named.saltB64u } : {}),
    ...(carried && card.pairingMacB64u !== undefined
      ? { pairingIdB64u: toBase64Url(idBytes(carried.pairingId)), pairingMacB64u: card.pairingMacB64u }
      : {}),
  };
  const body = how === "device" ? unsigned : await withStatement(context, unsigned, how, made.identity.device, said, recovered === undefined ? undefined : "recovered");
  const record: DeviceRecord = {
    userId: person.userId, accountId: account.id, deviceId: made.identity.device,
    publicKeyB64u: made.identity.ecdhPublic, signPublicKeyB64u: made.identity.ecdsaPublic,
    encryptedPrivateKey: made.encryptedPrivateKey, authenticator: proof.by === "authenticator" ? proof.authenticator : null,
    recovery: made.recovery, pins: report.pin, attach: body, how, card: said, anchor: anchorOf(how, context), wrongCodes: 0, cache: null,
    recoveryKey: { savedAt: null, testedAt: null, remindAt: null, reminders: 0 }, acknowledged: [], lastView: null,
    ...(recovered === undefined ? {} : { recovered }),
    knownDevices: [...activeDevices(report.state, person.userId), made.identity.device],
  };
  await context.store.writeDevice(record);
  context.record = record;
  return { made, body };
}

/** The body with the device's own `device.add` for the log as it stands now. */
async function withStatement(
  { worker, person }: Acting, body: AttachBody, how: How, device: string, card: DeviceRecord["card"], signAs?: "recovered",
): Promise<AttachBody> {
  const { recoveryHash, protection, personCommitment } = card;
  const fields = {
    user: person.userId, device, ecdhPublic: body.devicePublicKeyB64u, ecdsaPublic: body.signPublicKeyB64u, how,
    recoveryHash, protection, personCommitment,
  };
  const draft = { type: "device.add" as const, fields, deviceSignatureB64u: body.deviceSignatureB64u };
  const [signed] = await worker.signKeys(signAs ? { drafts: [draft], as: signAs } : { drafts: [draft] });
  return { ...body, ...signed };
}

/** Sends the attach body until the server has it; a log that moved in between means a new statement over the same card. */
export async function attach(context: Acting, made: MadeDevice, body: AttachBody, how: How, signAs?: "recovered"): Promise<void> {
  let current = body;
  for (let tried = 1; ; tried++) {
    try {
      await context.calls.attach(current);
      await changeRecord(context, { attach: null });
      return;
    } catch (error) {
      if (!hasMoved(error)) throw error;
      await sync(context);
      // Another tab opened the account first: this device is not the one.
      if (how === "genesis" || tried === 5) {
        await context.store.deleteDevice();
        context.record = null;
        throw error;
      }
      const { card } = context.record ?? {};
      if (!card) throw error;
      current = await withStatement(context, body, how, made.identity.device, card, signAs);
      await changeRecord(context, { attach: current });
    }
  }
}

/** Whether a refusal is one that waiting can heal, so that the body is sent again at the next load. */
export function mayHeal(error: unknown): boolean {
  const failure = failureOf(error);
  return failure === null || (failure.status ?? 0) === 0 || (failure.status ?? 0) >= 500 || failure.status === 429;
}

/**
 * Sends a body that an earlier visit could not deliver, byte for byte. One whose statement is old is signed anew by the click
 * that has opened the device.
 */
export async function attachAgain(context: Context, acting: Acting | null): Promise<boolean> {
  const { record } = context;
  if (!record?.attach) return false;
  const isOld = record.attach.statementB64u !== undefined && Date.now() - Date.parse(record.encryptedPrivateKey.createdAt) > STATEMENT_LIFE_MS;
  const body = acting && isOld ? await withStatement(acting, record.attach, record.how, record.deviceId, record.card) : record.attach;
  await context.calls.attach(body);
  await changeRecord(context, { attach: null });
  return true;
}

/** Finds the own statement in the log byte for byte: the server took what was signed and nothing else. */
export function demandOwnDevice(context: Context): void {
  const { record } = context;
  const found = record && logState(context).devices[record.deviceId];
  const same = found && found.ecdhPublic === record.publicKeyB64u && found.ecdsaPublic === record.signPublicKeyB64u;
  if (!same) throw new CryptoError("data_loss", TEXTS.attachFailed);
}

/** The recovery key as a file, with what a new browser needs to recognise the account: as far as somebody has vouched for it. */
export async function recoveryFileOf(context: Context, secret: Uint8Array<ArrayBuffer>, today: string): Promise<RecoveryFile> {
  const { account, record, report } = context;
  const { state } = report;
  const confirmed = record !== null && isConfirmed(record);
  const pin = confirmed ? report.pin : null;
  const text = await writeRecoveryFile(secret, {
    account: account.id,
    ...(confirmed && state.fingerprint !== null ? { accountFingerprint: state.fingerprint } : {}),
    ...(record ? { device: toBase64Url(idBytes(record.deviceId)) } : {}),
    ...(pin ? { log: { size: pin.logSize, root: pin.logRoot }, logKey: pin.logKey } : {}),
    created: today,
  });
  const key = text.trimEnd().split("\n").at(-1) ?? "";
  return { name: `recovery-key-${account.id.slice(0, 8)}-${today}.txt`, text, key };
}

/** Makes this browser a device of its person and hands out the recovery key. */
export function createDevice(context: Acting, protection: Protection, carried: CarriedSecret | null, { today, name }: Naming): Promise<RecoveryFile> {
  return inTurn(context, async () => {
    await sync(context);
    const how = howToJoin(logState(context), context.person.userId);
    // A log that nobody has begun may be one that is not shown: whoever was invited waits for it.
    if (how === "genesis" && !context.account.isOwner) throw new NotInThisState("empty");
    const proof = await proofOf(context, protection);
    const { made, body } = await prepareDevice(context, { how, proof, carried: how === "genesis" ? null : carried, name });
    let attached = false;
    try {
      await attach(context, made, body, how);
      await sync(context);
      attached = true;
    } catch (error) {
      // The record is written: an interrupted attach goes on at the next load, and the recovery key is shown now.
      if (!context.record || !mayHeal(error)) throw error;
    }
    // A server that took it and does not show it is not waited for.
    if (attached && how !== "device") demandOwnDevice(context);
    return recoveryFileOf(context, made.recoverySecret, today);
  });
}
