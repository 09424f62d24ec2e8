/** Letting people and devices in: the statements and wraps that follow when somebody is proven, or has told what was read to them. */
import { CryptoError } from "../crypto/errors.ts";
import { MANAGE_CAPABILITIES, may } from "../crypto/keyLog/state.ts";
import type { Acting } from "./acting.ts";
import { CHANGED } from "./changedTexts.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import type { CodeToRead, GivenRole, LettingIn, PersonName } from "./contract.ts";
import { byItself } from "./deputies.ts";
import { canGive, capabilitiesFor } from "./memberRoles.ts";
import { newcomersOf, recoveredOf, type Newcomer } from "./newcomers.ts";
import { rollDueRoles, wrapFor } from "./roleKeys.ts";
import { sync, syncLately } from "./syncing.ts";
import { appendDrafts, inTurn, write } from "./writing.ts";
import type { KeyDraft } from "./worker/logOperations.ts";

async function waitingDevice(context: Context, deviceId: string): Promise<Newcomer | null> {
  return (await newcomersOf(context)).find((one) => one.deviceId === deviceId) ?? null;
}

const inWorker = ({ deviceId: device, pending }: Newcomer) => (pending ? { device, pending } : { device });

/** The digits that are read to whoever waits with this device; nothing when nobody does any more. */
export async function codeToRead(context: Acting, deviceId: string): Promise<CodeToRead | null> {
  await syncLately(context);
  if ((await recoveredOf(context)).some((one) => one.deviceId === deviceId)) return context.worker.codeToRead({ device: deviceId });
  const found = await waitingDevice(context, deviceId);
  return found && context.worker.codeToRead(inWorker(found));
}

function draftsFor(context: Context, { deviceId, userId, proven, inviteId }: Newcomer, roles: readonly string[], capabilities: number): KeyDraft[] {
  const state = logState(context);
  const addHash = state.devices[deviceId]?.addHash ?? "";
  if (capabilities > 0 && !may(state, context.person.userId, MANAGE_CAPABILITIES)) {
    throw new CryptoError("failed_precondition", "Only an owner can let this person in.");
  }
  return [
    { type: "user.vouch", fields: { user: userId, addHash, method: proven ? "pairing" : "code", invite: inviteId } },
    ...(capabilities > 0 ? [{ type: "capability.set" as const, fields: { user: userId, capabilities } }] : []),
    ...roles.map((role) => ({ type: "role.assign" as const, fields: { role, user: userId } })),
  ];
}

/** So many answers that differ are no slip of the tongue any more: whoever could guess gets no fourth try at a device. */
const ANSWERS = 3;

/** Every wrong answer is counted, over reloads too; after the third none is listened to. */
async function wrongAnswers(acting: Acting, newcomer: Newcomer, answer: string): Promise<number> {
  const { deviceId } = newcomer;
  const { [deviceId]: before = 0, ...others } = acting.record?.wrongAnswers ?? {};
  if (before >= ANSWERS) return before;
  const fits = await acting.worker.answerFits({ ...inWorker(newcomer), typed: answer });
  await changeRecord(acting, { wrongAnswers: fits ? others : { ...others, [deviceId]: before + 1 } });
  return fits ? 0 : before + 1;
}

/**
 * What was shown is what is signed: between the two no answer changes the role that a click gives.
 *
 * Where an invitation was signed, its role alone is given. Where none is open, it is the one that this person chose, and never
 * the one of which the server speaks.
 */
function roleAsShown(context: Context, { role: found }: Newcomer, shown: GivenRole | null): GivenRole {
  const isSame = found !== null && shown !== null && found.signed === shown.signed && (!found.signed || found.roleId === shown.roleId)
    && capabilitiesFor(context, shown.roleId) === shown.capabilities;
  if (!isSame) throw new CryptoError("failed_precondition", CHANGED.approval);
  if (!canGive(context, shown.roleId)) throw new CryptoError("failed_precondition", "Only somebody who holds this role key can give it.");
  return shown;
}

/** Lets in whoever waits with this device, by a click of this person: with the proof of a link, or with the answer that was heard. */
export async function letIn(context: Acting, deviceId: string, { answer = "", role: shown = null, further = [] }: LettingIn): Promise<number> {
  context.memory.forget();
  await sync(context);
  await rollDueRoles(context);
  return inTurn(context, async () => {
    const found = await waitingDevice(context, deviceId);
    if (!found) return 0;
    const role = found.pending ? null : roleAsShown(context, found, shown);
    if (!found.proven) {
      const wrong = await wrongAnswers(context, found, answer);
      if (wrong > 0) return wrong;
    }
    if (found.pending) await addOwnDevice(context, found.pending);
    if (!role) return 0;
    if (!found.confirmedName) throw new CryptoError("failed_precondition", "The name that is shown is not the one that this person gave.");
    await vouchFor(context, found, [role.roleId, ...found.further.filter((id) => further.includes(id))], role.capabilities);
    return 0;
  });
}

async function vouchFor(context: Acting, newcomer: Newcomer, roles: readonly string[], capabilities: number): Promise<void> {
  await write(context, async (state) => {
    // Somebody else was first: the wish is fulfilled.
    if (state.devices[newcomer.deviceId]?.state !== "waiting") return;
    await appendDrafts(context, draftsFor(context, newcomer, roles, capabilities));
  });
  await wrapFor(context, newcomer.userId, roles);
}

async function addOwnDevice(context: Acting, { card, deviceSignatureB64u }: NonNullable<Newcomer["pending"]>): Promise<void> {
  const { device, user } = card;
  await changeRecord(context, { knownDevices: [...(context.record?.knownDevices ?? []), device] });
  await write(context, async (state) => {
    if (state.devices[device]) return;
    await appendDrafts(context, [{ type: "device.add", fields: { ...card, how: "device" }, deviceSignatureB64u }]);
  });
  await wrapFor(context, user, await context.worker.heldRoles());
}

/** Newcomers whom the secret of a link proves get exactly the role that they were invited to, where the account's policy says so. */
export async function letInProven(context: Context): Promise<void> {
  if (!(await newcomersOf(context)).some(({ byItself }) => byItself.does === "let in")) return;
  context.memory.forget();
  await sync(context);
  await rollDueRoles(context);
  await inTurn(context, async () => {
    for (const newcomer of await newcomersOf(context)) {
      if (newcomer.byItself.does !== "let in") continue;
      const acting = await byItself(context, "let in", newcomer);
      if (acting) await vouchFor(acting, newcomer, newcomer.byItself.assign, 0);
    }
  });
}

/** The link or QR code by which a further device of the same person comes; this page recognises it by its MAC. */
export async function pairDevice(context: Acting): Promise<string> {
  const pairingId = crypto.randomUUID();
  const { secretB64u, fragment } = await context.worker.makePairing({ pairingId });
  context.pairings.set(pairingId, secretB64u);
  return `${location.origin}/welcome#${fragment}`;
}

/** A name that was changed counts for others when its person has signed it. */
export function confirmOwnName(context: Acting, shown: PersonName): Promise<void> {
  const { userId } = context.person;
  return inTurn(context, () =>
    write(context, async () => {
      const { saltB64u, commitment } = await context.worker.commitPerson({ user: userId, person: shown });
      await appendDrafts(context, [{ type: "user.person", saltB64u, fields: { user: userId, personCommitment: commitment } }]);
    }));
}

/** Whoever waits with this device gets nothing: one that the log has ends there, and a request of one that it has not is dropped. */
export async function refuseDevice(context: Acting, deviceId: string, reason: string): Promise<void> {
  await sync(context);
  if (logState(context).devices[deviceId]) return revokeDevice(context, deviceId, reason);
  await context.calls.refusePending(deviceId);
  context.memory.forget();
}

/** Ends a device, and with the last one of a person the membership; the roles that this browser holds are renewed at once. */
export async function revokeDevice(context: Acting, deviceId: string, reason: string): Promise<void> {
  await inTurn(context, () =>
    write(context, async (state) => {
      const device = state.devices[deviceId];
      if (!device || device.state === "revoked") return;
      await appendDrafts(context, [{ type: "device.revoke", fields: { user: device.user, device: deviceId, reason } }]);
    }));
  await rollDueRoles(context);
}
