/** Letting people and devices in: who waits, what proves them, and the statements and wraps that follow. */
import { fromBase64Url } from "../crypto/base64url.ts";
import { boxHash } from "../crypto/box.ts";
import { foldEmail } from "../crypto/commitments.ts";
import { CryptoError } from "../crypto/errors.ts";
import { idText } from "../crypto/ids.ts";
import { MANAGE_CAPABILITIES, MANAGE_MEMBERS, may } from "../crypto/keyLog/state.ts";
import type { InvitationRow, MemberRow } from "./calls.ts";
import { changeRecord, logState, type Context } from "./context.ts";
import type { WaitingGrant } from "./contract.ts";
import { canGive, capabilitiesFor, readsByRole } from "./memberRoles.ts";
import { rollDueRoles, wrapFor } from "./roleKeys.ts";
import { sync } from "./syncing.ts";
import { appendDrafts, inTurn, write } from "./writing.ts";
import type { KeyDraft } from "./worker/logOperations.ts";
import type { PendingDevice } from "./worker/wire.ts";

export interface Newcomer extends WaitingGrant {
  /** The e-mail in the invitation's box, which no server can change; the member's own where there is no box. */
  readonly email: string;
  readonly inviteId: string | null;
  readonly pending: PendingDevice;
}

function spaced(groups: readonly string[]): string {
  return groups.join(" ");
}

function pairingIdOf({ pairingIdB64u }: PendingDevice): string | null {
  return pairingIdB64u === undefined ? null : idText(fromBase64Url(pairingIdB64u));
}

interface Proof {
  readonly proven: boolean;
  readonly mismatch: boolean;
  readonly email: string | null;
  readonly inviteId: string | null;
}

/** What the invitation's box says about the one who came with its secret. */
async function proofOf({ worker }: Context, device: PendingDevice, member: MemberRow, invitations: readonly InvitationRow[]): Promise<Proof> {
  const inviteId = pairingIdOf(device);
  const box = invitations.find(({ id }) => id === inviteId)?.pairing;
  const none = { proven: false, mismatch: false, email: null, inviteId: null };
  if (inviteId === null || !box || device.pairingMacB64u === undefined) return none;
  try {
    const { saltB64u, ivB64u, dataB64u } = box;
    const checked = await worker.checkPairing({ device: device.deviceId, invite: inviteId, box: { saltB64u, ivB64u, dataB64u }, macB64u: device.pairingMacB64u });
    const fits = checked.proven && checked.email === foldEmail(member.email) && checked.role === member.roleId;
    return { proven: fits, mismatch: !fits, email: checked.email, inviteId };
  } catch {
    return none;
  }
}

async function firstDevices(context: Context, pending: readonly PendingDevice[]): Promise<Newcomer[]> {
  const { calls, worker, person } = context;
  const state = logState(context);
  const waiting = pending.filter(({ deviceId }) => state.devices[deviceId]?.state === "waiting");
  if (waiting.length === 0 || !may(state, person.userId, MANAGE_MEMBERS)) return [];
  const [members, invitations] = await Promise.all([calls.members(), calls.invitations()]);
  const newcomers = waiting.map(async (device): Promise<Newcomer | null> => {
    const member = members.find(({ id }) => id === device.userId);
    if (!member) return null;
    const proof = await proofOf(context, device, member, invitations);
    return {
      deviceId: device.deviceId, userId: device.userId, deviceName: device.deviceName, since: device.at,
      roleIds: await rolesFor(context, member), safetyCode: spaced(await worker.safetyCode({ device: device.deviceId })),
      proven: proof.proven, mismatch: proof.mismatch, email: proof.email ?? member.email, inviteId: proof.inviteId, pending: device,
    };
  });
  return (await Promise.all(newcomers)).filter((one) => one !== null);
}

/** The card of a device that is not in the log yet. */
async function cardOf({ deviceId, userId, devicePublicKeyB64u, signPublicKeyB64u, recovery, authenticator }: PendingDevice) {
  return {
    user: userId, device: deviceId, ecdhPublic: devicePublicKeyB64u, ecdsaPublic: signPublicKeyB64u,
    recoveryHash: await boxHash(recovery), protection: authenticator ? "authenticator" : "passphrase",
  };
}

async function ownDevices(context: Context, pending: readonly PendingDevice[]): Promise<Newcomer[]> {
  const state = logState(context);
  const mine = pending.filter(({ userId, deviceId }) => userId === context.person.userId && !state.devices[deviceId]);
  const newcomers = mine.map(async (device): Promise<Newcomer | null> => {
    const { deviceSignatureB64u, pairingMacB64u } = device;
    const pairingId = pairingIdOf(device) ?? "";
    const secretB64u = context.pairings.get(pairingId);
    const pairing = secretB64u !== undefined && pairingMacB64u !== undefined
      ? { pairing: { pairingId, secretB64u, macB64u: pairingMacB64u } }
      : {};
    const checked = await context.worker.checkPending({ card: await cardOf(device), deviceSignatureB64u, ...pairing }).catch(() => null);
    if (!checked) return null;
    return {
      deviceId: device.deviceId, userId: device.userId, deviceName: device.deviceName, since: device.at, roleIds: [],
      safetyCode: spaced(checked.code), proven: checked.proven, mismatch: false, email: "", inviteId: null, pending: device,
    };
  });
  return (await Promise.all(newcomers)).filter((one) => one !== null);
}

export async function newcomersOf(context: Context): Promise<Newcomer[]> {
  const pending = await context.calls.pending();
  return [...(await firstDevices(context, pending)), ...(await ownDevices(context, pending))];
}

/** The roles that a member reads for, as far as this person can give them. */
async function rolesFor(context: Context, { roleId, readsRoleIds }: MemberRow): Promise<string[]> {
  const wanted = new Set([...(await readsByRole(context, roleId)), ...readsRoleIds]);
  return [...wanted].filter((id) => canGive(context, id));
}

async function draftsFor(context: Context, newcomer: Newcomer, member: MemberRow): Promise<KeyDraft[]> {
  const state = logState(context);
  const { userId, email, proven, inviteId } = newcomer;
  const addHash = state.devices[newcomer.deviceId]?.addHash ?? "";
  const { saltB64u, commitment } = await context.worker.commitPerson({ user: userId, email });
  const capabilities = await capabilitiesFor(context, member.roleId);
  if (capabilities > 0 && !may(state, context.person.userId, MANAGE_CAPABILITIES)) {
    throw new CryptoError("failed_precondition", "Only an owner can let this person in.");
  }
  return [
    {
      type: "user.vouch", saltB64u,
      fields: { user: userId, addHash, method: proven ? "pairing" : "code", invite: proven ? inviteId : null, personCommitment: commitment },
    },
    ...(capabilities > 0 ? [{ type: "capability.set" as const, fields: { user: userId, capabilities } }] : []),
    ...newcomer.roleIds.map((role) => ({ type: "role.assign" as const, fields: { role, user: userId } })),
  ];
}

/** Lets in whoever waits with this device: a colleague, or a further device of one's own. */
export async function letIn(context: Context, deviceId: string): Promise<void> {
  context.memory.forget();
  await sync(context);
  await rollDueRoles(context);
  await inTurn(context, async () => {
    const newcomer = (await newcomersOf(context)).find((one) => one.deviceId === deviceId);
    if (!newcomer) return;
    if (newcomer.userId === context.person.userId) await addOwnDevice(context, newcomer);
    else await vouchFor(context, newcomer);
  });
}

async function vouchFor(context: Context, newcomer: Newcomer): Promise<void> {
  const member = await context.calls.member(newcomer.userId);
  await write(context, async (state) => {
    // Somebody else was first: the wish is fulfilled.
    if (state.devices[newcomer.deviceId]?.state !== "waiting") return;
    await appendDrafts(context, await draftsFor(context, newcomer, member));
  });
  await wrapFor(context, newcomer.userId, newcomer.roleIds);
}

async function addOwnDevice(context: Context, { pending, deviceId, userId }: Newcomer): Promise<void> {
  const card = await cardOf(pending);
  await changeRecord(context, { knownDevices: [...(context.record?.knownDevices ?? []), deviceId] });
  await write(context, async (state) => {
    if (state.devices[deviceId]) return;
    const fields = { ...card, how: "device" };
    await appendDrafts(context, [{ type: "device.add", fields, deviceSignatureB64u: pending.deviceSignatureB64u }]);
  });
  await wrapFor(context, userId, await context.worker.heldRoles());
}

/** Newcomers whose link proves them are let in without a question, when the account leaves that to the devices. */
export async function letInProven(context: Context): Promise<void> {
  for (const newcomer of await newcomersOf(context)) {
    // A newcomer whose role is not held here is left to those who hold it.
    const canServe = newcomer.roleIds.length > 0;
    if (newcomer.proven && newcomer.userId !== context.person.userId && canServe) await letIn(context, newcomer.deviceId);
  }
}

/** The link or QR code by which a further device of the same person comes; this page recognises it by its MAC. */
export async function pairDevice(context: Context): Promise<string> {
  const pairingId = crypto.randomUUID();
  const { secretB64u, fragment } = await context.worker.makePairing({ pairingId });
  context.pairings.set(pairingId, secretB64u);
  return `${location.origin}/welcome#${fragment}`;
}

/** Ends a device, and with the last one of a person the membership; the roles that this browser holds are renewed at once. */
export async function revokeDevice(context: Context, deviceId: string, reason: string): Promise<void> {
  await inTurn(context, () =>
    write(context, async (state) => {
      const device = state.devices[deviceId];
      if (!device || device.state === "revoked") return;
      await appendDrafts(context, [{ type: "device.revoke", fields: { user: device.user, device: deviceId, reason } }]);
    }));
  await rollDueRoles(context);
}
