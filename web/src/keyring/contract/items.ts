/** Items as they travel, sealed, and what the crypto worker has found them to be. */
import type { Branded } from "../../crypto/keys.ts";

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

/** A wrap as the statement that brought it names it: those for others come like this. */
export interface NamedWrap {
  roleId: string;
  generation: number;
  boxHash: string;
}

export type ServedWrap = Wrap | NamedWrap;

/** The record envelope of `crypto.md` section 12. What its statement says of it stands nowhere else. */
export interface Sealed extends Box {
  attrs: Record<string, string>;
  attrsSaltB64u: string;
  wraps: Wrap[];
  statementB64u: string;
  signatureB64u: string;
}

/** All attributes under a `record.attrs`. */
export interface SignedAttrs extends Signed {
  attrs: Record<string, string>;
  attrsSaltB64u: string;
}

/** A `record.delete`, with the statements that stand before it in the same call. */
export interface SignedEnd extends Signed {
  moved: SignedAttrs;
  put?: Sealed;
}

/** An item of the API, as far as opening it goes. */
export interface SealedItem {
  id: string;
  version: number;
  sealed: Omit<Sealed, "wraps"> & { wraps: ServedWrap[] };
  /** The statements after it, each with the wraps that it brought. */
  later: (Signed & { wraps?: ServedWrap[] })[];
  /** The statements before it, from the first one on. Where they did not come, they are asked for (`keys/chain`). */
  before?: Signed[];
}

/** An item that was shown: `hash` is of the newest statement that was verified then, and null where none was. */
export interface ShownItem extends SealedItem {
  readonly hash?: string | null;
}

/** Roles that are meant to read, as somebody has signed it. Nothing but the keyring makes one. */
export type Audience = Branded<readonly string[], "Audience">;

/** What becomes of the audience in force: plus or minus one role, or the same under a new key. */
export type AudienceWish = { readonly role: string; readonly reads: boolean } | "same";

/** What is sent for it: wraps for a wider audience, or a new revision. */
export type NewAudience = (Signed & { wraps: Wrap[] }) | { sealed: Sealed };

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

/** An item whose statements were verified, with its contents or why there are none to show. */
export interface ShownRecord {
  item: VerifiedItem;
  contents: { payload: unknown } | { closed: Error };
}

/** What a copy on this disk holds of an item, as far as it is held against what this device knows. */
export interface KeptRow {
  readonly id: string;
  readonly revision: number;
  /** Of its newest statement. */
  readonly hash: string;
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
