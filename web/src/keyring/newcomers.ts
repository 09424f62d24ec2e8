/** Who waits to be let in, what proves them, and what this device may do about it: all but ids from the own replay and from boxes. */
import { fromBase64Url } from "../crypto/base64url.ts";
import { boxHash } from "../crypto/box.ts";
import { foldEmail } from "../crypto/commitments.ts";
import { idText } from "../crypto/ids.ts";
import { letInByItself, type LetIn } from "../crypto/keyLog/letIn.ts";
import { MANAGE_CAPABILITIES, MANAGE_MEMBERS, may } from "../crypto/keyLog/state.ts";
import type { InvitationRow, MemberRow } from "./calls.ts";
import { logState, type Context } from "./context.ts";
import type { GivenRole, RecoveredDevice, UnshownDevice, WaitingGrant } from "./contract.ts";
import { canGive, capabilitiesFor, readsByRole } from "./memberRoles.ts";
import { sync } from "./syncing.ts";
import type { PendingCard } from "./worker/cards.ts";
import type { CheckedInvitation } from "./worker/invitationOperations.ts";
import type { PendingDevice, PendingParts } from "./worker/wire.ts";

export interface Newcomer extends WaitingGrant {
  readonly inviteId: string | null;
  /** What a further device of the own person says about itself; nothing for one that stands in the log. */
  readonly pending: PendingCard | null;
  /** What this device may do without a question. */
  readonly byItself: LetIn;
}

function pairingIdOf({ pairingIdB64u }: PendingDevice): string | null {
  return pairingIdB64u === undefined ? null : idText(fromBase64Url(pairingIdB64u));
}

interface Invited extends CheckedInvitation {
  readonly inviteId: string;
}

/** What the box of one invitation says; nothing where it does not open here or is not the one that was signed. */
async function readInvitation({ worker }: Context, device: PendingDevice, { id, pairing }: InvitationRow): Promise<Invited | null> {
  if (!pairing) return null;
  const { saltB64u, ivB64u, dataB64u } = pairing;
  const macB64u = pairingIdOf(device) === id ? (device.pairingMacB64u ?? null) : null;
  try {
    return { inviteId: id, ...(await worker.checkInvitation({ device: device.deviceId, invite: id, box: { saltB64u, ivB64u, dataB64u }, macB64u })) };
  } catch {
    return null;
  }
}

/** The invitation whose secret the newcomer has, or for somebody who came by the mail the open one for that address. */
async function invitationOf(context: Context, device: PendingDevice, email: string, rows: readonly InvitationRow[]): Promise<Invited | null> {
  const named = rows.find(({ id }) => id === pairingIdOf(device));
  if (named) return readInvitation(context, device, named);
  for (const row of rows) {
    const invited = await readInvitation(context, device, row);
    if (invited?.isOpen && invited.email === foldEmail(email)) return invited;
  }
  return null;
}

/** The roles that this person can give, by the log. */
function choicesOf(context: Context): GivenRole[] {
  const state = logState(context);
  const mayManage = may(state, context.person.userId, MANAGE_CAPABILITIES);
  return Object.entries(state.roles)
    .filter(([id, { capabilities }]) => canGive(context, id) && (mayManage || capabilities === 0))
    .map(([roleId, { capabilities }]) => ({ roleId, capabilities, signed: false }));
}

async function newcomer(context: Context, device: PendingDevice, member: MemberRow, rows: readonly InvitationRow[]): Promise<Newcomer> {
  const state = logState(context);
  const { deviceId, word } = device;
  const { id: userId, email, name } = member;
  const saltB64u = device.personSaltB64u ?? member.personSaltB64u ?? "";
  const confirmedName = await context.worker.personFits({ user: userId, device: deviceId, person: { email, name }, saltB64u }).catch(() => false);
  const invited = await invitationOf(context, device, email, rows);
  // Without a signed invitation this is the server's word, and no input of a statement.
  const role = invited?.role ?? member.word.roleId;
  const capabilities = capabilitiesFor(context, role);
  const me = context.person.userId;
  const custodianRole = invited ? state.invites[invited.inviteId]?.custodianRole : undefined;
  const facts = {
    letInByItself: state.policy.letInByItself, inviteIsOpen: invited?.isOpen ?? false, invited: role, capabilities, mac: invited?.mac ?? "none",
    emailIsInvited: invited?.email === foldEmail(email), personFits: confirmedName, mayManageMembers: may(state, me, MANAGE_MEMBERS),
    holdsRole: canGive(context, role),
    // Whoever could open the box holds the role that keeps it.
    holdsCustodianRole: custodianRole !== undefined && canGive(context, custodianRole),
  } as const;
  const proven = facts.mac === "right" && facts.inviteIsOpen && facts.emailIsInvited && confirmedName;
  return {
    deviceId, userId, deviceName: word.deviceName, since: word.at, own: false, name, email, confirmedName,
    proven, mismatch: !proven && pairingIdOf(device) !== null,
    role: { roleId: role, capabilities, signed: invited !== null }, choices: invited ? [] : choicesOf(context),
    further: invited ? (await readsByRole(context, role)).filter((id) => id !== role && canGive(context, id)) : [],
    lacksKey: invited !== null && !canGive(context, role), ownerOnly: invited !== null && capabilities > 0 && !may(state, me, MANAGE_CAPABILITIES),
    inviteId: invited?.inviteId ?? null, pending: null,
    byItself: letInByItself(facts),
  };
}

async function firstDevices(context: Context, pending: readonly PendingDevice[]): Promise<Newcomer[]> {
  const { calls, person } = context;
  const state = logState(context);
  const waiting = pending.filter(({ deviceId }) => state.devices[deviceId]?.state === "waiting");
  if (waiting.length === 0 || !may(state, person.userId, MANAGE_MEMBERS)) return [];
  const [members, invitations] = await Promise.all([calls.members(), calls.invitations()]);
  const found = waiting.flatMap((device) => {
    const member = members.find(({ id }) => id === state.devices[device.deviceId]?.user);
    return member ? [newcomer(context, device, member, invitations)] : [];
  });
  return Promise.all(found);
}

/** That a device is not in the log yet, and all that its card is made of was answered. */
const hasParts = (device: PendingDevice): device is PendingDevice & PendingParts =>
  device.devicePublicKeyB64u !== undefined && device.signPublicKeyB64u !== undefined && device.recovery !== undefined
  && device.authenticator !== undefined && device.deviceSignatureB64u !== undefined;

/** The card of a device that is not in the log yet; a further device says nothing about who its person is. */
async function cardIn({ deviceId, ...device }: PendingDevice & PendingParts, user: string): Promise<PendingCard> {
  const { devicePublicKeyB64u, signPublicKeyB64u, recovery, authenticator, deviceSignatureB64u } = device;
  return {
    deviceSignatureB64u,
    card: {
      user, device: deviceId, ecdhPublic: devicePublicKeyB64u, ecdsaPublic: signPublicKeyB64u, recoveryHash: await boxHash(recovery),
      protection: authenticator ? "authenticator" : "passphrase", personCommitment: null,
    },
  };
}

async function ownDevice(context: Context, device: PendingDevice & PendingParts): Promise<Newcomer | null> {
  const { userId } = context.person;
  const pending = await cardIn(device, userId);
  const pairingId = pairingIdOf(device) ?? "";
  const secretB64u = context.pairings.get(pairingId);
  const macB64u = device.pairingMacB64u;
  const pairing = secretB64u !== undefined && macB64u !== undefined ? { pairing: { pairingId, secretB64u, macB64u } } : {};
  const checked = await context.worker.checkPending({ pending, ...pairing }).catch(() => null);
  if (!checked) return null;
  const { name, email } = context.person.appearsAs;
  return {
    deviceId: device.deviceId, userId, deviceName: device.word.deviceName, since: device.word.at, own: true, name, email, confirmedName: true,
    proven: checked.proven, mismatch: false, role: null, choices: [], further: [], lacksKey: false, ownerOnly: false,
    inviteId: null, pending, byItself: { does: "ask" },
  };
}

export async function newcomersOf(context: Context): Promise<Newcomer[]> {
  const pending = await context.calls.pending();
  const state = logState(context);
  const mine = pending.filter((device) => !state.devices[device.deviceId]).filter(hasParts);
  const own = await Promise.all(mine.map((device) => ownDevice(context, device)));
  return [...(await firstDevices(context, pending)), ...own.filter((one) => one !== null)];
}

/**
 * Whoever waits by the key log and is not among those shown: the server does not tell of their request, or of their person. The
 * log is read once more, because somebody may have been let in or refused since it was asked.
 */
export async function unshownOf(context: Context, shown: readonly Newcomer[]): Promise<UnshownDevice[]> {
  const unshown = (): UnshownDevice[] => {
    const state = logState(context);
    if (!may(state, context.person.userId, MANAGE_MEMBERS)) return [];
    return Object.entries(state.devices)
      .filter(([id, device]) => device.state === "waiting" && !shown.some(({ deviceId }) => deviceId === id))
      .map(([deviceId, { user: userId }]) => ({ deviceId, userId }));
  };
  if (unshown().length === 0) return [];
  await sync(context);
  return unshown();
}

/** Devices that came by a bare recovery key: shown on the other devices of their person, and to those who approve people. */
export async function recoveredOf({ worker, person, record, report: { state } }: Context): Promise<RecoveredDevice[]> {
  const unconfirmed = await worker.unconfirmedDevices();
  return unconfirmed
    .filter(({ device, user }) => device !== record?.deviceId && (user === person.userId || may(state, person.userId, MANAGE_MEMBERS)))
    .map(({ device, user, at }) => ({ deviceId: device, userId: user, own: user === person.userId, since: new Date(at).toISOString() }));
}
