/** What the screens ask of the keyring, and what it tells them. Keys and plaintext never leave it but as shown. */
import type { CopyOwner } from "./copies.ts";
import type { FileSealing, OpenedFile } from "./contract/files.ts";
import type { Audience, AudienceWish, KeptRow, Missing, NewAudience, RecordKind, Sealed, SealedItem, ShownItem, ShownRecord, Signed, SignedAttrs, SignedEnd, VerifiedItem, Wrap, WronglyShown } from "./contract/items.ts";
import type { KeyOverview, RolePlan } from "./contract/overview.ts";
import type { Directory, PersonName } from "./contract/people.ts";
import type { ClientStanding, CodeToRead, Disclosure, Heard, KeyState, LettingIn, OwnDevice, Protection, RecoveryFile } from "./contract/state.ts";
import type { LastWrite } from "./lastWrites.ts";
import type { WholeQuestion } from "./missing.ts";

export type * from "./contract/files.ts";
export type * from "./contract/items.ts";
export type * from "./contract/overview.ts";
export type * from "./contract/people.ts";
export type * from "./contract/state.ts";

export interface Keyring {
  state(): KeyState;
  /** What this client may do follows from it, whatever its keys are. */
  standing(): ClientStanding;
  subscribe(listener: () => void): () => void;
  /** The server says that keys or members changed: the log is replayed from where it stood. */
  heard(resource: "key" | "member" | "role" | "account", id: string): void;

  createDevice(protection: Protection, name?: string): Promise<RecoveryFile>;
  /** Gives up a device that still waits: this browser forgets it, and another way can be taken. */
  withdraw(): Promise<void>;
  unlock(passphrase?: string): Promise<void>;
  /** From now on a passkey opens this browser's key, and the pass-phrase does not any more. */
  protectByPasskey(passphrase: string): Promise<void>;
  /** At once, whatever the worker, the storage or the server do; the answer comes within two seconds. */
  lock(): Promise<void>;
  /** Starts a new worker in place of one that was lost. */
  restart(): Promise<void>;
  /** Opens what the key fits; its person is told of it by mail. Answers the device that going on would end. */
  openRecoveryKey(recoveryKey: string): Promise<OwnDevice>;
  /** Takes the place of the device that was opened; the old one is a device no more. */
  recover(deviceId: string, protection: Protection, name?: string): Promise<RecoveryFile>;
  /** Takes what the recovered device itself has signed for proof of the account, where nobody else can read a code. */
  takeOwnWord(): Promise<void>;
  /** Throws the fixed text for a malformed or mistyped key, before anything is sent. */
  checkRecoveryKey(text: string): Promise<void>;
  testRecoveryKey(text: string): Promise<void>;
  confirmRecoveryKey(): Promise<void>;
  remindOfRecoveryKey(): Promise<void>;

  /** A person wants the server to be asked again after an alarm, with everything that this browser knows. */
  tryAgain(): Promise<void>;
  /** A person gives up the link of another account; nothing vouches for this one then. */
  dropLink(): Promise<void>;
  /** A person has read the alarm about an entry without authority: writing goes on. A fork stays. */
  acknowledge(): Promise<void>;

  /** What people and roles are called, and how far that is known: the one place where names come from. */
  directory(): Promise<Directory>;
  /** As it was a moment ago unless something has changed since, or it is to be looked at anew. */
  overview(how?: { readonly anew: boolean }): Promise<KeyOverview>;
  /** A link for a further device of the same person: to be shown as QR code or carried, never sent by mail. */
  pairDevice(): Promise<string>;
  /** The digits to read to whoever waits with this device; nothing when nobody does any more. */
  codeToRead(deviceId: string): Promise<CodeToRead | null>;
  /** Answers how many wrong answers in a row were typed for this device; none when it was let in. */
  letIn(deviceId: string, how?: LettingIn): Promise<number>;
  /** What somebody read out to the person of this browser, typed or scanned. */
  enterCode(typed: string): Promise<Heard>;
  /** Signs that the person of this browser goes by the name and e-mail that they were shown. */
  confirmOwnName(shown: PersonName): Promise<void>;
  refuse(deviceId: string): Promise<void>;
  revoke(deviceId: string): Promise<void>;
  /** Reading for a further role: the statement, what the account notes, and the wraps. */
  giveRole(userId: string, roleId: string): Promise<void>;
  takeRole(userId: string, roleId: string): Promise<void>;
  /** Another role with what it reads and may do with keys; capabilities change by an owner's hand only, and nothing but what was shown. */
  setRole(userId: string, roleId: string, shown?: RolePlan): Promise<void>;
  planRole(userId: string, roleId: string): Promise<RolePlan>;
  roll(roleId: string): Promise<void>;
  /** A person has seen who started a role key anew, and trusts this generation of it. */
  trustRestart(roleId: string, generation: number): Promise<void>;
  /** Renews every key that is due and held here; answers the roles that still wait for a new one. */
  rollDue(): Promise<string[]>;
  /** Ends devices, roles, capabilities and open invitations of a person; answers the roles that still wait for a new key. */
  removeMember(userId: string): Promise<string[]>;
  /** The person of this browser leaves the account. */
  leave(): Promise<void>;
  /** Somebody else becomes the owner, and this person keeps another role. */
  handOver(userId: string, keepRoleId: string): Promise<void>;

  /** Sends the invitation and hands back the link that carries its secret. */
  invite(invitation: { email: string; roleId: string; message?: string }): Promise<{ id: string; link?: string }>;
  /** The same link again, from any holder of the role that may open it. */
  invitationLink(id: string): Promise<string>;
  cancelInvitation(id: string): Promise<void>;

  /** The role of this person alone, for private items; it is made at the first of them. */
  personalRole(): Promise<string>;
  /** Who would read a new item of this kind, as the account's or this person's default was signed. */
  defaultAudience(kind: RecordKind): Promise<Audience>;
  /** Who is meant to read an item, as its author has signed it: for what is copied from it or belongs to it. */
  audienceOf(kind: RecordKind, item: SealedItem): Promise<Audience>;
  /** What of an item may be signed in the clear on this device now: what its person agreed to, where the server does not say less. */
  discloses(): Promise<Disclosure>;
  /** A person was shown what the server would see of items from now on, and agrees. */
  agreeToDisclose(shown: Disclosure): Promise<void>;
  /** What replaces another revision is for whom that was signed; only something new is given an audience. */
  /** `attrs` are all attributes of something new, or those that change; null takes one away. The others stay as they were signed, byte for byte. */
  sealRecord(
    record: { kind: RecordKind; id: string; payload: unknown; attrs: Record<string, unknown> } & (
      | { audience: Audience; previous?: never }
      | { previous: ShownItem; audience?: never }
    ),
  ): Promise<Sealed>;
  /** Opens an item after everything about it was verified. */
  openRecord(kind: RecordKind, item: SealedItem): Promise<unknown>;
  /** Verifies an item and opens it, for lists: many calls in one turn are one message. Rejected when it is not what its authors signed. */
  showRecord(kind: RecordKind, item: SealedItem): Promise<ShownRecord>;
  /** Whether each row of a copy is of the newest state that this device has proven, and may be drawn before the server has answered. */
  keptStand(kind: RecordKind, rows: readonly KeptRow[]): Promise<boolean[]>;
  /** Whether each answer is what this device has proven before, to the byte: then nothing of it is opened again. */
  areAsProven(kind: RecordKind, items: readonly SealedItem[]): Promise<boolean[]>;
  /** Whoever has the other end of the port has copies of contents sealed and opened. Answers whose they are; nothing where there is no device. */
  lendCopies(port: MessagePort): Promise<CopyOwner | null>;
  /** Asked before a lock ends the keys: what is still written with them is waited for, 300 ms at most. Answers how to stop. */
  beforeLock(write: LastWrite): () => void;
  /** Deletes the copies in this browser, in all accounts of this person; nothing is written any more before a lock that follows. */
  dropCopies(): Promise<void>;
  /** The same without the contents, for what an act has answered. */
  verify(kind: RecordKind, items: readonly SealedItem[]): Promise<VerifiedItem[]>;
  /** Only what changes; null takes an attribute away. The others stay as they were signed, byte for byte. */
  signAttrs(kind: RecordKind, item: ShownItem, changed: Record<string, unknown>): Promise<SignedAttrs>;
  signDelete(kind: RecordKind, item: ShownItem): Promise<Signed>;
  /** The end of what others stand in, with where those go; of what nobody has signed yet, with its first content. */
  signEnd(
    kind: RecordKind,
    ending: ShownItem | { id: string; payload: unknown; attrs: Record<string, unknown>; audience: Audience },
    changed: Record<string, unknown>,
  ): Promise<SignedEnd>;
  /**
   * The statement that lets one role more read an item, or one less, or seals it anew for the same; nothing where it is so
   * already. What its person named is added to what is signed, and files that the item names are shared before.
   */
  changeAudience(kind: RecordKind, item: ShownItem, wish: AudienceWish): Promise<NewAudience | null>;
  /**
   * The wraps that roles of the item's own audience still lack, and those of its files; nothing where none can be made.
   * The roles say where to look: whom the statement does not name gets none.
   */
  payOwed(kind: RecordKind, item: SealedItem, roles: readonly string[]): Promise<(Signed & { wraps: Wrap[] }) | null>;

  /** Every statement of the items is known and stands in the verified log; throws `BeingChecked` where that takes longer. */
  prove(kind: RecordKind, items: readonly SealedItem[]): Promise<void>;
  /** The same, told for each: nothing, or why it is not proven. What is written on may be older by now: the server says so. */
  proveEach(kind: RecordKind, items: readonly SealedItem[], how?: { readonly mayBeOlder: boolean }): Promise<(Error | null)[]>;
  /** Resolves when the item is proven, in idle time; rejected when it turns out not to be what its authors signed. */
  whenProven(kind: RecordKind, item: SealedItem): Promise<void>;
  /**
   * What this device has proven of a kind and an answer left out. The answer is whole: the list without a filter, or all
   * that was asked for by id or that belongs to one object. It says nothing of what was found out after it was asked for.
   */
  missing(kind: RecordKind, answered: readonly string[], how: WholeQuestion): Promise<Missing[]>;
  /** What an object was called when this device had proven it last: shown under a word of an alarm, and nowhere else. */
  lastTitle(kind: RecordKind, id: string): Promise<string | null>;
  /** Deletes the titles that this browser keeps for that, in all accounts of this person. */
  dropTitles(): Promise<void>;

  /** What the server showed wrongly, newest first. Nothing that the server sends takes an entry away. */
  wronglyShown(): readonly WronglyShown[];
  markWronglyShownRead(names: readonly string[]): Promise<void>;
  /** What was asked and answered, as a file: statements, signatures and hashes; no key and no contents. */
  evidenceOf(name: string): Promise<Blob>;
  /** Asks for the chain of the object once more; answers whether it is served now as it should be. */
  askAgain(name: string): Promise<boolean>;

  /** Half-written text, sealed for this device and kept in this browser until it is dropped; null where there is none. */
  keepDraft(name: string, draft: unknown): Promise<void>;
  readDraft(name: string): Promise<unknown>;
  dropDraft(name: string): Promise<void>;
  /** Everything half-written by this person in this browser, in every account. */
  dropDrafts(): Promise<void>;

  sealFile(file: File, thumbnail: Blob | null, audience: Audience): Promise<FileSealing>;
  /** To be looked at. */
  openFile(fileId: string, object?: "content" | "thumbnail"): Promise<OpenedFile>;
  /** To leave this app: the item that names it is proven first, and so is the file; throws `BeingChecked` where that takes longer. */
  openToSave(kind: RecordKind, item: SealedItem, fileId: string): Promise<OpenedFile>;
  /** Who has signed a file, and when (RFC 3339). */
  signedBy(fileId: string): Promise<{ author: string; at: string }>;
}
