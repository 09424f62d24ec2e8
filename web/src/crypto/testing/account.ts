/** A small account for tests: its people hold real keys and sign real statements, and its log is replayed as it grows. */
import { fromBase64Url } from "../base64url.ts";
import { boxHash } from "../box.ts";
import { deviceKey, generateDevice, sealRecovery, type DeviceKey } from "../deviceKey.ts";
import { builtInRoleIds, idText, type Id } from "../ids.ts";
import { randomBytes } from "../bytes.ts";
import { replay, type Verdict } from "../keyLog/replay.ts";
import { emptyKeyState, type KeyState, type Protection } from "../keyLog/state.ts";
import { generateRoleKey, type RoleKey } from "../roleKey.ts";
import { sign } from "../signature.ts";
import {
  encodeCard, rollProofMessage, signStatement, ZERO_HASH,
  type Header, type KeyStatementType, type Signed, type StatementFields,
} from "../statements.ts";

export const SOME_HASH = "f".repeat(42) + "8";
export const NOON = 1_790_000_000_000;

export function newId(): Id {
  const bytes = randomBytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return idText(bytes);
}

export interface TestDevice {
  readonly key: DeviceKey;
  readonly recoveryHash: string;
  readonly protection: Protection;
}

export interface TestAccount {
  readonly account: Id;
  state: KeyState;
  readonly log: Signed[];
  readonly verdicts: Verdict[];
}

export async function anAccount(): Promise<TestAccount> {
  const account = newId();
  return { account, state: emptyKeyState(account, await builtInRoleIds(account)), log: [], verdicts: [] };
}

export async function aDevice({ account }: Pick<TestAccount, "account">, user: Id, protection: Protection = "passphrase"): Promise<TestDevice> {
  const { identity, secret } = await generateDevice(account, user);
  const recoveryHash = await boxHash(await sealRecovery(identity, secret, randomBytes(32)));
  return { key: await deviceKey(identity, secret), recoveryHash, protection };
}

/** Appends a signed statement as it is and tells what became of it. */
export async function append(account: TestAccount, signed: Signed): Promise<Verdict> {
  const [replayed] = await replay(account.state, [signed]);
  if (!replayed) throw new Error("Nothing was replayed.");
  account.state = replayed.after;
  account.log.push(signed);
  account.verdicts.push(replayed.verdict);
  return replayed.verdict;
}

export function headerFor({ account, state }: TestAccount, author: TestDevice, createdAt = NOON + state.nextSeq): Header {
  const { user, device } = author.key;
  return { account, seq: state.nextSeq, prevHash: state.head, authorUser: user, authorDevice: device, createdAt, viewSize: 0, viewRoot: ZERO_HASH };
}

export async function say<T extends KeyStatementType>(
  account: TestAccount, author: TestDevice, type: T, fields: StatementFields<T>, createdAt?: number,
): Promise<Verdict> {
  return append(account, await signStatement(author.key.signing, type, headerFor(account, author, createdAt), fields));
}

export async function signedAdd(account: TestAccount, author: TestDevice, device: TestDevice, how: string): Promise<Signed> {
  const { user, device: id, ecdhPublic, ecdsaPublic } = device.key;
  const { recoveryHash, protection } = device;
  const personCommitment = how === "genesis" || how === "first" ? SOME_HASH : null;
  const fields = { user, device: id, ecdhPublic, ecdsaPublic, how, recoveryHash, protection, personCommitment };
  const fingerprint = how === "genesis" ? ZERO_HASH : (account.state.fingerprint ?? ZERO_HASH);
  const card = encodeCard({ account: account.account, fingerprint, user, device: id, ecdhPublic, ecdsaPublic, recoveryHash, protection, personCommitment });
  const signed = await signStatement(author.key.signing, "device.add", headerFor(account, author), fields);
  return { ...signed, deviceSignatureB64u: await sign(device.key.signing, card) };
}

export async function addDevice(account: TestAccount, author: TestDevice, device: TestDevice, how: string): Promise<Verdict> {
  return append(account, await signedAdd(account, author, device, how));
}

export async function createRole(account: TestAccount, author: TestDevice, role: Id, generation = 1, capabilities = 0): Promise<RoleKey> {
  const key = await generateRoleKey({ account: account.account, role, generation });
  const { rolePublic, signPublic, seedCommitment } = key;
  await say(account, author, "role.create", { role, generation, rolePublic, signPublic, seedCommitment, nameCommitment: SOME_HASH, capabilities });
  return key;
}

export async function signedRoll(account: TestAccount, author: TestDevice, old: RoleKey, fresh: RoleKey): Promise<Signed> {
  const { role, generation, rolePublic, signPublic, seedCommitment } = fresh;
  const fields = { role, generation, rolePublic, signPublic, seedCommitment, previousRolePublic: old.rolePublic, reason: "member-removed" };
  const signed = await signStatement(author.key.signing, "role.roll", headerFor(account, author), fields);
  return { ...signed, rollProofB64u: await sign(old.signing, rollProofMessage(fromBase64Url(signed.statementB64u))) };
}

export async function vouch(
  account: TestAccount, author: TestDevice, device: TestDevice, method: string, invite: Id | null = null, createdAt?: number,
): Promise<Verdict> {
  const addHash = account.state.devices[device.key.device]?.addHash ?? SOME_HASH;
  return say(account, author, "user.vouch", { user: device.key.user, addHash, method, invite }, createdAt);
}

/** An account with its owner's first device and one role that the owner holds. */
export async function anAccountWithOwner() {
  const account = await anAccount();
  const owner = await aDevice(account, newId());
  await addDevice(account, owner, owner, "genesis");
  const role = newId();
  const roleKey = await createRole(account, owner, role);
  return { account, owner, role, roleKey };
}

/** A further person with an active, verified device and no roles. */
export async function aMember(account: TestAccount, owner: TestDevice): Promise<TestDevice> {
  const member = await aDevice(account, newId());
  await addDevice(account, member, member, "first");
  await vouch(account, owner, member, "code");
  return member;
}
