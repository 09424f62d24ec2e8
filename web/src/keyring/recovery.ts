/** Coming back with the recovery key: the old device opens, signs the new one in, hands over its roles and ends. */
import { OtherAccount } from "./alarm.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import type { OwnDevice, Protection, RecoveryFile } from "./contract.ts";
import { namesAround, ownDevice } from "./deviceEnd.ts";
import { attach, demandOwnDevice, prepareDevice, proofOf, recoveryFileOf, type Naming } from "./enrolment.ts";
import { giveWraps, rollDueRoles } from "./roleKeys.ts";
import { isConfirmed } from "./store.ts";
import { sync } from "./syncing.ts";
import { identityIn } from "./unlocking.ts";
import { appendDrafts, inTurn } from "./writing.ts";

/** Opens the envelope that the key fits. The device stays what it is until somebody goes on. */
export async function openRecoveryKey(context: Context, text: string): Promise<OwnDevice> {
  const { worker, calls } = context;
  const { notes } = await worker.readRecovery({ text });
  if (notes.account !== undefined && notes.account !== context.account.id) throw new OtherAccount("file");
  return inTurn(context, async () => {
    const rows = await calls.recovery();
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
    const opened = await worker.recover({ text, envelopes });
    return ownDevice(context, opened, await namesAround(context));
  });
}

/** The new device is signed in by the opened one, takes over its roles, and ends it. */
export async function recover(context: Context, recovered: string, protection: Protection, { today, name }: Naming): Promise<RecoveryFile> {
  const made = await inTurn(context, async () => {
    await sync(context);
    const proof = await proofOf(context, protection);
    const fresh = await prepareDevice(context, { how: "recovery", proof, carried: null, name, signAs: "recovered" });
    await attach(context, fresh.made, fresh.body, "recovery", "recovered");
    await sync(context);
    demandOwnDevice(context);
    // A file that says nothing about the account leaves that to a comparison; nothing is opened before it.
    if (!context.record || !isConfirmed(context.record)) return fresh.made;
    await takeOverRoles(context, recovered, fresh.made.identity.device);
    await appendDrafts(context, [{ type: "device.revoke", fields: { user: context.person.userId, device: recovered, reason: "recovered" } }]);
    await sync(context);
    return fresh.made;
  });
  await rollDueRoles(context);
  return recoveryFileOf(context, made.recoverySecret, today);
}

/** Before the old device is revoked, because its wraps are not served afterwards. */
async function takeOverRoles(context: Context, recovered: string, fresh: string): Promise<void> {
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
