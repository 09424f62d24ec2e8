/** What the screens ask of the keyring, and what it tells them. Keys and plaintext never leave it but as shown. */
import type { ClientState } from "../crypto/keyLog/clientState.ts";
import type { Branded } from "../crypto/keys.ts";
import type { WholeQuestion } from "./missing.ts";

export interface Box {
  ivB64u: string;
  saltB64u: string;
  dataB64u: string;
}

export interface Signed {
  statementB64u: string;
  signatureB64u: string;
  deviceSignatureB64u?: string;
  rollProofB64u?: string;
  saltB64u?: string;
}

export interface Wrap extends Box {
  roleId: string;
  generation: number;
  mode: "wrap" | "seal";
}

/** The record envelope of `crypto.md` section 12. What its statement says of it stands nowhere else. */
export interface Sealed extends Box {
  attrs: Record<string, string>;
  attrsSaltB64u: string;
  wraps: Wrap[];
  statementB64u: string;
  signatureB64u: string;
}

/** An item of the API, as far as opening it goes. */
export interface SealedItem {
  id: string;
  version: number;
  sealed: Sealed;
  /** The statements after it, each with the wraps that it brought. */
  later: (Signed & { wraps?: Wrap[] })[];
}

/** Roles that are meant to read, as somebody has signed it. Nothing but the keyring makes one. */
export type Audience = Branded<readonly string[], "Audience">;

/**
 * How far a name is known. `signed`: under the commitment that the key record has in force, or fixed by the id. `unconfirmed`:
 * the record commits to another one. `told`: no record says anything about it, so it is the server's word.
 */
export type Standing = "signed" | "unconfirmed" | "told";

/** A person with the name that the server has for them, and how far that is known. Nothing but the keyring makes one. */
export type KnownPerson = Branded<{ readonly id: string; readonly name: string; readonly email: string; readonly standing: Standing }, "KnownPerson">;

/** The same for a role. A personal one is called after its person. */
export type KnownRole = Branded<{
  readonly id: string;
  /** Of the roles that every account has; it follows from the id. */
  readonly key: "owner" | "admin" | "member" | "auditor" | "analyst" | null;
  readonly name: string;
  readonly standing: Standing;
  readonly personalOf: string | null;
}, "KnownRole">;

/** What everybody is called. */
export interface Directory {
  readonly people: readonly KnownPerson[];
  readonly roles: readonly KnownRole[];
  /** Everybody who has a device that counts by the record, whomever the server lists. */
  readonly withDevices: readonly string[];
}

/** Clear attributes as values, decoded from the bytes under the signed hash. What has no value is not there. */
export type AttributeValues = Readonly<Record<string, string | number | boolean | readonly string[] | readonly number[] | undefined>>;

/**
 * What an item is (`crypto.md` section 19): out of its signed bytes, and of the id that was asked for. Nothing but the
 * crypto worker makes one, and nothing else about an item is drawn as a fact or enters a signature.
 */
export type VerifiedItem = Branded<
  {
    readonly id: string;
    readonly kind: RecordKind;
    /** Of the newest statement; the content revision is that of the body. */
    readonly revision: number;
    readonly contentRevision: number;
    readonly schema: number;
    /** Of the newest statement: what the next one follows. */
    readonly hash: string;
    readonly attributes: AttributeValues;
    /** In force. */
    readonly audience: Audience;
    /** Roles of it that have no wrap. */
    readonly owed: readonly string[];
    /** Files that its attributes name. */
    readonly fileIds: readonly string[];
    /** Of the newest statement, with its time (RFC 3339). */
    readonly author: string;
    readonly device: string;
    readonly at: string;
    /** Of the first statement; null while this browser does not have it. */
    readonly creator: string | null;
    readonly createdAt: string | null;
    readonly deleted: boolean;
    /** Roles for which it was written in ignorance of a removal. */
    readonly behind: readonly string[];
    /** Its newest statement stands in the verified log. */
    readonly placed: boolean;
    /** `proven`: the whole chain is known, and every link of it stands in the verified log. */
    readonly grade: "verified" | "proven";
  },
  "VerifiedItem"
>;

export type RecordKind =
  | "document" | "contact" | "vendor" | "task" | "comment" | "profile" | "profile-group" | "profile-sub-group" | "topic" | "status"
  | "saved-filter";

/** How this browser keeps its key between two visits. */
export type Protection = { by: "authenticator" } | { by: "passphrase"; passphrase: string };

export interface OwnDevice {
  deviceId: string;
  /** Empty where nobody has given it one. */
  name: string;
  /** When it is known to have been used last, to the day. */
  lastSeenAt: string;
}

/** How this browser stopped being a device: by whom, where and when the statement was signed. */
export interface DeviceEnd {
  how: "recovered" | "refused" | "removed"
  /** Given up here: three times another code was typed than that of this device. */
  | "code";
  at: string;
  /** By this person themselves. */
  mine: boolean;
  /** Empty for somebody who is no member any more. */
  by: string;
  device: string;
}

/** Name and e-mail, as a person is known to others. */
export interface PersonName {
  name: string;
  email: string;
}

/** What became of digits that were typed by the person who heard them. */
export type Heard = "fits" | "differs" | "given up";

/** What the person who approves reads out, or lets the other browser scan. */
export interface CodeToRead {
  /** Four groups of five digits. */
  code: string;
  /** What a QR code of it holds. */
  qr: string;
}

/** What a person adds to the click that lets somebody in. */
export interface LettingIn {
  /** The digits that were read back; not needed where a link proves the newcomer. */
  answer?: string;
  /** Roles that are given beside that of the invitation. */
  further?: readonly string[];
}

/** Who reads the code: a person who approves others, another device of one's own, or nobody because there is none. */
export type Ask = "colleague" | "own device" | "nobody";

/** A recovery key came without the lines that say which account it belongs to. */
export interface Recovered {
  /** When the device that it brought back has signed for this account last, where nobody else can vouch for it; null where somebody can, or it never did. */
  ownWordAt: string | null;
}

export type KeyState =
  | { name: "starting" }
  /** The role reads facts and no content; it has no keys anywhere. */
  | { name: "keyless" }
  /** Nobody set up keys for this account yet. */
  | { name: "unset"; mine: boolean; openedHere: boolean }
  /** I have no device in this account. */
  | { name: "new"; ended?: DeviceEnd | null }
  /** I have devices, and this browser is none of them, or not any more. */
  | { name: "elsewhere"; devices: OwnDevice[]; helpers: string[]; ended: DeviceEnd | null }
  | { name: "locked"; by: "authenticator" | "passphrase" }
  /**
   * Nothing but the server has said that this is the account: its person types what somebody reads out from a browser
   * that reads. Then the answer is there, to be read back, until this browser is approved.
   */
  | { name: "unconfirmed"; ask: Ask; helpers: string[]; you: PersonName; wrong: number; answer: string | null; recovered?: Recovered }
  /** A second device that came by a link of another one, until that one says yes. */
  | { name: "pending" }
  /** Attached, and nobody has let this device in yet, or only its keys are on their way: with the recovery key it can take them itself. */
  | { name: "waiting"; helpers: string[]; approved?: boolean; takesOver?: boolean }
  | { name: "ready"; locksAt: number; deviceId: string }
  /** The crypto worker did not start, or does not answer any more; nothing can be opened until it is started again. */
  | { name: "stopped"; when: "start" | "work" }
  /** The server says that the session or the membership is over; what it does not say is not shown any longer either. */
  | { name: "closed"; why: "session" | "membership" }
  | {
      name: "alarm";
      /**
       * `missing`: no head or no log where one is known. `link`, `file`: what its person brought belongs to another account
       * than the server opened. `authority`: one entry, that a person may have read. `recovered`: a recovery key was used,
       * and only its person knows by whom.
       */
      kind: "fork" | "missing" | "invitation" | "link" | "file" | "authority" | "recovered";
      message: string;
      /** The devices that `recovered` asks about. */
      devices?: readonly string[];
      since: number;
      evidence: Blob;
    };

/** In which state this client is, for the frame of the app. A role without keys has none of its own. */
export interface ClientStanding {
  is: ClientState | "keyless";
  /** When the newest head was taken, by the clock of this browser. */
  checkedAt: number | null;
}

export interface RecoveryFile {
  name: string;
  text: string;
  /** The key itself: a value, a dot, and its check. */
  key: string;
}

export interface KeyRole {
  roleId: string;
  name: string | null;
  /** What its members are meant to have: 1 people, 2 role keys, 4 who may do so. */
  capabilities: number;
  generation: number;
  rollDue: boolean;
  /** This device can open what the role reads. */
  held: boolean;
  /** The people to whom the log assigns it. */
  holders: readonly string[];
}

/** A role key that was started anew, which nothing is saved for before its person has agreed. */
export interface RestartedRole {
  roleId: string;
  generation: number;
  by: string;
  at: string;
}

/** What another role would change for a member, before anybody signs it. */
export interface RolePlan {
  given: string[];
  taken: string[];
  /** Keys among the given ones that this person does not hold. */
  lacking: string[];
  /** What the member may do with keys then: 1 people, 2 role keys, 4 who may do so. */
  capabilities: number;
  /** The change has to be signed by an owner, and this person is none. */
  ownerOnly: boolean;
}

export interface KeyDevice {
  deviceId: string;
  userId: string;
  name: string;
  mine: boolean;
  current: boolean;
  by: "authenticator" | "passphrase";
  addedAt: string;
  lastSeenAt: string | null;
  revoked: boolean;
  /** Checked by link, by code, not at all, or not yet. */
  vouched: "genesis" | "pairing" | "code" | "device" | "recovery" | "unverified" | null;
}

/** A person or device that cannot read yet, and this browser can let in. */
export interface WaitingGrant {
  deviceId: string;
  userId: string;
  deviceName: string;
  since: string;
  /** A further device of the person of this browser. */
  own: boolean;
  name: string;
  email: string;
  /** Name and e-mail are those that the newcomer has signed for. Nobody is let in under others. */
  confirmedName: boolean;
  /** The secure link proved itself; without it the code has to be compared. */
  proven: boolean;
  /** There was a link, and something about it does not fit. */
  mismatch: boolean;
  /** What is given: the role of the signed invitation, or where none is open that of which the server speaks. A further device gets what its person has. */
  role: { roleId: string; capabilities: number; signed: boolean } | null;
  /** Roles that belong to that role and are given beside it when a person says so. */
  further: string[];
  /** This browser does not hold the key of the role. */
  lacksKey: boolean;
  /** The role manages something, so an owner has to approve it. */
  ownerOnly: boolean;
}

/** Came by a recovery key that said nothing about the account: its person has to be told the code before it reads. */
export interface RecoveredDevice {
  deviceId: string;
  userId: string;
  /** Of the person of this browser. */
  own: boolean;
  /** When the recovery key was used. */
  since: string;
}

export interface KeyFact {
  seq: number;
  at: string;
  type: string;
  authorId: string;
  roleId: string | null;
  userId: string | null;
  deviceId: string | null;
  generation: number | null;
}

/** What this device has replayed of the account's record, and how far that can be trusted. */
export interface LogCheck {
  /** When the newest head was asked for, by the clock of this browser. */
  checkedAt: number | null;
  /** When the server made it. */
  headAt: number | null;
  /** `late`: the newest head is older than two hours. `ahead`: it comes from the future, so this clock or the server's is wrong. */
  freshness: "current" | "late" | "ahead" | "unknown";
  /** Statements in the tree whose root was compared with the head, and those of them that are about keys. */
  statements: number;
  keyStatements: number;
  /** Writes of this device that the record does not show a minute after they were made. */
  missing: { kind: string; id: string; at: number }[];
}

/** An invitation, as it was signed. Its address and what became of it are the server's word. */
export interface SignedInvitation {
  id: string;
  roleId: string;
  /** Whoever holds this role and manages people can open it. */
  custodianRoleId: string;
  invitedBy: string;
  createdAt: string;
  expiresAt: string;
}

export interface KeyOverview {
  checkedAt: number;
  log: LogCheck;
  roles: KeyRole[];
  devices: KeyDevice[];
  /** `${roleId} ${deviceId}` of every grant in force. */
  grants: ReadonlySet<string>;
  /** What each person may do with keys: 1 people, 2 role keys, 4 who may do so. */
  capabilities: Readonly<Record<string, number>>;
  /** When each person was last known to see the account's record, by what they signed. */
  views: Readonly<Record<string, string>>;
  invitations: SignedInvitation[];
  waiting: WaitingGrant[];
  /** Role keys that were started anew and that this person has not agreed to. */
  restarts: RestartedRole[];
  recovered: RecoveredDevice[];
  history: KeyFact[];
  recovery: { savedAt: string | null; testedAt: string | null; remindAt: string | null; reminders: number };
}

export interface FilePart {
  object: "content" | "thumbnail";
  number: number;
  bytes: Uint8Array<ArrayBuffer>;
  sha256B64u: string;
  frameHashesB64u: string;
  /** Nobody reads the bytes any more: a later part may be sealed in their memory. */
  release(): void;
}

export interface ObjectShape {
  encryptedSize: number;
  frameSize: number;
  frameCount: number;
}

/** An item whose statements were verified, with its contents or why there are none to show. */
export interface ShownRecord {
  item: VerifiedItem;
  contents: { payload: unknown } | { closed: Error };
}

/** An entry of the lasting list: what the server showed wrongly of an object, how often, and since when. */
export interface WronglyShown {
  /** What the list knows it by. */
  name: string;
  kind: string;
  /** Empty where an answer as a whole was refused. */
  id: string;
  word: "rolled back" | "foreign" | "withheld" | "altered";
  firstAt: number;
  lastAt: number;
  count: number;
  read: boolean;
  /** No proven state was served since: the object is not changed from here. */
  open: boolean;
}

/** What became of an object that a whole answer left out. */
export type Missing =
  | { id: string; is: "deleted" | "not shared"; by: string; at: string }
  /** The key record took the role from this person, or it was here only for a moment. */
  | { id: string; is: "gone" }
  /** With its last title that this device has proven; nothing where it had none, or was never opened here. */
  | { id: string; is: "withheld"; title: string | null };

/** A file on its way out: shapes first, parts in order, and at the end what seals it. */
export interface FileSealing {
  fileId: string;
  content: ObjectShape;
  thumbnail: ObjectShape | null;
  parts(signal: AbortSignal): AsyncIterable<FilePart>;
  finish(): Promise<
    Signed & {
      headerB64u: string;
      thumbnailHeaderB64u?: string;
      manifest: Box;
      wraps: Wrap[];
      attrsSaltB64u: string;
    }
  >;
}

export interface FileManifest {
  name: string;
  mime: string;
  bytes: number;
  digest: string;
  pages?: number;
  width?: number;
  height?: number;
  modifiedAt?: string;
}

/** A file that this device can read. Every frame was checked before it is handed out. */
export interface OpenedFile {
  manifest: FileManifest;
  /** The frames in order; fails before the first byte that does not belong. */
  stream(signal?: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>>;
}

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
  invite(invitation: { email: string; roleId: string; message?: string }): Promise<{ id: string; link: string }>;
  /** The same link again, from any holder of the role that may open it. */
  invitationLink(id: string): Promise<string>;
  cancelInvitation(id: string): Promise<void>;

  /** The role of this person alone, for private items; it is made at the first of them. */
  personalRole(): Promise<string>;
  /** Who would read a new item of this kind, as the account's or this person's default was signed. */
  defaultAudience(kind: RecordKind): Promise<Audience>;
  /** Who is meant to read an item, as its author has signed it: for what is copied from it or belongs to it. */
  audienceOf(kind: RecordKind, item: SealedItem): Promise<Audience>;
  /** What replaces another revision is for whom that was signed; only something new is given an audience. */
  /** `attrs` are all attributes of something new, or those that change; null takes one away. The others stay as they were signed, byte for byte. */
  sealRecord(
    record: { kind: RecordKind; id: string; payload: unknown; attrs: Record<string, unknown> } & (
      | { audience: Audience; previous?: never }
      | { previous: SealedItem; audience?: never }
    ),
  ): Promise<Sealed>;
  /** Opens an item after everything about it was verified. */
  openRecord(kind: RecordKind, item: SealedItem): Promise<unknown>;
  /** Verifies an item and opens it, for lists: many calls in one turn are one message. Rejected when it is not what its authors signed. */
  showRecord(kind: RecordKind, item: SealedItem): Promise<ShownRecord>;
  /** The same without the contents, for what an act has answered. */
  verify(kind: RecordKind, items: readonly SealedItem[]): Promise<VerifiedItem[]>;
  /** Only what changes; null takes an attribute away. The others stay as they were signed, byte for byte. */
  signAttrs(kind: RecordKind, item: SealedItem, changed: Record<string, unknown>): Promise<Signed & { attrsSaltB64u: string }>;
  signDelete(kind: RecordKind, item: SealedItem): Promise<Signed>;
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
