/** Coming back with the recovery key: the old device opens, signs the new one in, hands over its roles and ends. */
import { toBase64Url } from "../crypto/base64url.ts";
import { CryptoError } from "../crypto/errors.ts";
import { idBytes } from "../crypto/ids.ts";
import { activeDevices, MANAGE_MEMBERS, may } from "../crypto/keyLog/state.ts";
import type { Acting } from "./acting.ts";
import { OtherAccount } from "./alarm.ts";
import { failureOf, type RecoveryRow } from "./calls.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import type { OwnDevice, Protection, RecoveryFile } from "./contract.ts";
import { namesAround, ownDevice } from "./deviceEnd.ts";
import { byItself } from "./deputies.ts";
import { attach, demandOwnDevice, prepareDevice, proofOf, recoveryFileOf, type Naming } from "./enrolment.ts";
import { openGrantedRoles } from "./grantedRoles.ts";
import { deviceToReplace } from "./replacing.ts";
import { giveWraps, rollDueRoles } from "./roleKeys.ts";
import { isConfirmed } from "./store.ts";
import { sync } from "./syncing.ts";
import { identityIn } from "./unlocking.ts";
import { appendDrafts, inTurn, write } from "./writing.ts";
import type { KeyDraft } from "./worker/logOperations.ts";

/**
 * Whether the server has left out, or changed, what each of these devices has signed to have with it. Then nobody knows
 * whether a key that opens nothing is wrong.
 */
async function isWithheld({ worker, report: { state } }: Context, devices: readonly string[], rows: readonly RecoveryRow[]): Promise<boolean> {
  const shown = await Promise.all(rows.map(async ({ deviceId, recovery }) => `${deviceId} ${await worker.hashBox({ box: recovery }).catch(() => "")}`));
  return devices.some((id) => !shown.includes(`${id} ${state.devices[id]?.recoveryHash ?? ""}`));
}

const withheld = (): CryptoError => new CryptoError("data_loss", "The server does not show what this recovery key opens.");

/** Everybody may ask for it who is a member: a refusal says nothing about the key. What passes by itself is said as it is. */
function notShown(error: unknown): never {
  const { status = 0 } = failureOf(error) ?? {};
  throw PASSES.includes(status) ? error : withheld();
}

/** No connection, no session any more, too many at once. */
const PASSES: readonly number[] = [0, 401, 429];

/** Opens the envelope that the key fits. The device stays what it is until somebody goes on. */
export async function openRecoveryKey(context: Acting, text: string): Promise<OwnDevice> {
  const { worker, calls } = context;
  const { notes } = await worker.readRecovery({ text });
  if (notes.account !== undefined && notes.account !== context.account.id) throw new OtherAccount("file");
  return inTurn(context, async () => {
    const rows = await calls.recovery().catch(notShown);
    await worker.takeFile({ text });
    await sync(context);
    const { devices } = logState(context);
    const envelopes = rows.flatMap(({ deviceId, recovery }) => {
      const device = devices[deviceId];
      // A device that has ended signs nobody in.
      if (device?.state !== "active") return [];
      const { user, ecdhPublic, ecdsaPublic } = device;
      return [{ identity: { account: context.account.id, user, device: deviceId, ecdhPublic, ecdsaPublic }, recovery }];
    });
    const opened = await worker.recover({ text, envelopes }).catch(async (wrong: unknown) => {
      const own = activeDevices(logState(context), context.person.userId).filter((id) => notes.device === undefined || toBase64Url(idBytes(id)) === notes.device);
      throw (await isWithheld(context, own, rows)) ? withheld() : wrong;
    });
    return ownDevice(context, opened, await namesAround(context));
  });
}

/** The new device is signed in by the opened one, takes over its roles, and ends it. */
export async function recover(context: Acting, recovered: string, protection: Protection, { today, name }: Naming): Promise<RecoveryFile> {
  const made = await inTurn(context, async () => {
    await sync(context);
    const proof = await proofOf(context, protection);
    const fresh = await prepareDevice(context, { how: "recovery", proof, carried: null, name, recovered });
    await attach(context, fresh.made, fresh.body, "recovery", "recovered");
    await sync(context);
    demandOwnDevice(context);
    return fresh.made;
  });
  await finishRecovery(context);
  return recoveryFileOf(context, made.recoverySecret, today);
}

/**
 * Takes over the roles of the recovered device and ends it. Once the page was loaded anew its key is gone, and others who hold
 * the roles give them; until all of them are here the old device stays, because nothing else may open them.
 */
export async function finishRecovery(context: Context): Promise<void> {
  if (deviceToReplace(context) === null) return;
  const done = await inTurn(context, async () => {
    const old = deviceToReplace(context);
    const acting = old === null ? null : await byItself(context, "take over", { old });
    if (!acting?.record || old === null) return false;
    const { deviceId } = acting.record;
    if (await acting.worker.holdsRecovered({ device: old })) await takeOverRoles(acting, old, deviceId);
    else if ((await openGrantedRoles(acting)).missing.length > 0) return false;
    await write(acting, async () => appendDrafts(acting, await endings(acting, old, deviceId)));
    return true;
  });
  if (done) await rollDueRoles(context);
}

/** The recovered device ends, and so do those that it signed in before and that nobody has confirmed. */
async function endings({ worker, person: { userId: user } }: Context, old: string, fresh: string): Promise<KeyDraft[]> {
  const abandoned = (await worker.unconfirmedDevices()).filter((one) => one.user === user && one.device !== fresh).map(({ device }) => device);
  return [...abandoned, old].map((device) => ({ type: "device.revoke", fields: { user, device, reason: "recovered" } }));
}

/** When the recovered device has signed for this log last, where that may stand in for a comparison: nobody else could read a code. */
export async function ownWordOf(context: Context): Promise<number | null> {
  const { record, worker } = context;
  if (!record?.recovered || isConfirmed(record) || othersMayCompare(context)) return null;
  return worker.ownWord({ device: record.recovered });
}

function othersMayCompare({ report: { state }, person }: Context): boolean {
  return Object.keys(state.users).some((user) => user !== person.userId && may(state, user, MANAGE_MEMBERS));
}

/** This person takes the word of their own recovered device, and knows what it can not tell. */
export async function takeOwnWord(context: Acting): Promise<void> {
  await inTurn(context, async () => {
    await sync(context);
    const { record } = context;
    if (!record?.recovered || (await ownWordOf(context)) === null) throw new CryptoError("failed_precondition", "Somebody in this account can read a code to you.");
    await context.worker.takeOwnWord({ device: record.recovered });
    await changeRecord(context, { anchor: "signature" });
    await sync(context);
  });
}

/** Before the old device is revoked, because its wraps are not served afterwards. */
async function takeOverRoles(context: Acting, recovered: string, fresh: string): Promise<void> {
  const { calls, worker } = context;
  const state = logState(context);
  const old = state.devices[recovered];
  if (!old) return;
  const opened = await worker.openRecoveredWraps({ wraps: await calls.wraps(old.ecdhPublic) });
  const ready = [...new Set(opened)].filter((role) => state.roles[role]?.rollDue === false);
  const wraps = await Promise.all(ready.map((role) => worker.wrapForDevices({ role, devices: [fresh] })));
  await giveWraps(context, wraps.flat());
}

/** Whether a pasted key opens this device's own envelope. Nothing is sent. */
export async function testRecoveryKey(context: Context, text: string, now: string): Promise<void> {
  const { record } = context;
  if (!record) return;
  await context.worker.testRecovery({ text, identity: identityIn(record), envelope: record.recovery });
  await changeRecord(context, { recoveryKey: { ...record.recoveryKey, testedAt: now } });
}
