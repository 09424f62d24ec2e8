/** What the worker holds: the unlocked device, the role keys it has opened, and the log that both are checked against. */
import { CryptoError, TEXTS } from "../../crypto/errors.ts";
import type { DeviceIdentity, DeviceKey, DeviceSecret } from "../../crypto/deviceKey.ts";
import type { Id } from "../../crypto/ids.ts";
import { currentKey, generationOf, type KeyState, type RoleState } from "../../crypto/keyLog/state.ts";
import type { RoleKey } from "../../crypto/roleKey.ts";
import type { SafetyCode } from "../../crypto/safetyCode.ts";
import { ZERO_HASH, type ContentStatementType, type Header, type Signed, type StatementFields } from "../../crypto/statements.ts";
import { signStatement } from "../../crypto/statements.ts";
import type { ClientState } from "../../crypto/keyLog/clientState.ts";
import type { Fork } from "../../crypto/keyLog/pins.ts";
import { currentState, currentView, demandWritable, type LogBook } from "./logBook.ts";
import type { Halves } from "../halves.ts";
import { demandState, stateIn, type Standing } from "../standing.ts";
import { standingOf, type Answers } from "./standing.ts";
import type { FileDesk } from "./fileDesk.ts";
import type { Alarms } from "./alarms.ts";
import type { Disclosing } from "./disclosing.ts";
import type { KnownObjects } from "./known.ts";
import type { Titles } from "./titles.ts";
import type { OwnWrite } from "./ownWrites.ts";
import type { Names } from "./renamings.ts";
import type { Agreed } from "./restarts.ts";

export interface UnlockedDevice {
  readonly key: DeviceKey;
  /** What this browser keeps for itself is sealed under it. */
  readonly local: CryptoKey;
  /** The scalars, until the unlock cache was sealed or refused. */
  secret: DeviceSecret | null;
}

export interface Vault {
  book: LogBook;
  /** What became of the newest questions about the log. */
  answers: Answers;
  /** An answer that did not fit; after it this worker takes none, and does nothing new. */
  refused: Fork | null;
  device: UnlockedDevice | null;
  /** A device of the same person that a recovery key has opened; it signs the way in for a new one. */
  recovered: Pick<UnlockedDevice, "key"> | null;
  /** Role keys by role, one per generation, and those made here that the log has not shown yet. */
  readonly roles: Map<Id, Map<number, RoleKey>>;
  readonly made: RoleKey[];
  /** Findings of the log that a person has read. */
  readonly acknowledged: Set<number>;
  /** Tags of objects by kind and id, which never change. */
  readonly tags: Map<string, string>;
  readonly known: KnownObjects;
  readonly titles: Titles;
  readonly names: Names;
  readonly alarms: Alarms;
  /** Own writes that the verified log does not show yet, by the hash of their leaf. */
  readonly awaited: Map<string, OwnWrite>;
  /** When each person has last signed which history they see, by the statements about objects that were verified here. */
  readonly views: Map<Id, number>;
  /** When this device has signed something last. */
  signedAt: number | null;
  /** Safety codes by the print of their card; each takes a good part of a second. */
  readonly codes: Map<string, Promise<SafetyCode>>;
  readonly files: FileDesk;
  readonly halves: Halves;
  readonly agreed: Agreed;
  /** What its person lets the server see. */
  readonly disclosing: Disclosing;
  readonly now: () => number;
}

export function unlocked(vault: Vault): DeviceKey {
  if (!vault.device) throw new CryptoError("failed_precondition", TEXTS.noDevice);
  return vault.device.key;
}

export function localKeyOf(vault: Vault): CryptoKey {
  if (!vault.device) throw new CryptoError("failed_precondition", TEXTS.noDevice);
  return vault.device.local;
}

export function identityOf({ account, user, device, ecdhPublic, ecdsaPublic }: DeviceIdentity): DeviceIdentity {
  return { account, user, device, ecdhPublic, ecdsaPublic };
}

export function state(vault: Vault): KeyState {
  return currentState(vault.book);
}

export function roleState(vault: Vault, role: Id): RoleState {
  const found = state(vault).roles[role];
  if (!found) throw new CryptoError("failed_precondition", "This role has no key yet.");
  return found;
}

export function heldKey(vault: Vault, role: Id, generation: number): RoleKey | null {
  return vault.roles.get(role)?.get(generation) ?? null;
}

export function keepKey(vault: Vault, key: RoleKey): void {
  const generations = vault.roles.get(key.role) ?? new Map<number, RoleKey>();
  generations.set(key.generation, key);
  vault.roles.set(key.role, generations);
}

/** Keys made here count as soon as the log publishes them, and never before. */
export function adoptMadeKeys(vault: Vault): void {
  for (const key of vault.made.splice(0)) {
    const published = state(vault).roles[key.role]?.keys[key.generation - 1];
    if (published?.rolePublic === key.rolePublic) keepKey(vault, key);
    else if (!published) vault.made.push(key);
  }
}

/** The key in force of a role that this device holds, or nothing. */
export function currentRoleKey(vault: Vault, role: Id): RoleKey | null {
  const found = state(vault).roles[role];
  const key = found && heldKey(vault, role, generationOf(found));
  return key && currentKey(found)?.rolePublic === key.rolePublic ? key : null;
}

const NO_VIEW = { viewSize: 0, viewRoot: ZERO_HASH };

interface Place {
  readonly seq: number;
  readonly prevHash?: string;
}

export function standing({ book, answers, refused }: Vault): Standing {
  return standingOf(book, answers, refused);
}

/** The state of this client at this moment: what it may do follows from it. */
export function stateNow(vault: Vault): ClientState {
  return stateIn(standing(vault), vault.now());
}

/** Something else than the server has said that this is the account, and its log has been held against that. */
export function isVouchedFor(vault: Vault): boolean {
  return ["verified", "late"].includes(stateNow(vault));
}

/** The header of a statement that is about to be signed. Whoever has confirmed nothing vouches for no view. */
export function headerFor(vault: Vault, author: DeviceKey, { seq, prevHash = ZERO_HASH }: Place): Header {
  const { account, user, device } = author;
  const createdAt = vault.now();
  if (author === vault.device?.key) vault.signedAt = createdAt;
  return { account, seq, prevHash, authorUser: user, authorDevice: device, createdAt, ...(stateNow(vault) === "verified" ? currentView(vault.book) : NO_VIEW) };
}

/** Signs a statement about an object, when writing is allowed at all. */
export async function signContent<T extends ContentStatementType>(
  vault: Vault, type: T, place: Place, fields: StatementFields<T>,
): Promise<Signed> {
  demandState(stateNow(vault), ["verified"]);
  demandWritable(vault.book, vault.acknowledged);
  const author = unlocked(vault);
  return signStatement(author.signing, type, headerFor(vault, author, place), fields);
}
