/** In which state this browser is with its keys, and what its person hands over or hears on the way. */
import type { ClientState } from "../../crypto/keyLog/clientState.ts";
import type { GivenRole } from "./overview.ts";
import type { PersonName } from "./people.ts";

/** What the server may see of an item beside its sealed words, as the account's switches say. */
export interface Disclosure {
  /** Start and due dates and times of tasks, how they repeat, and their reminders. */
  readonly taskDates: boolean;
  /** Expiry dates of documents, and when to remind of them. */
  readonly documentExpiry: boolean;
  /** Whom a task is assigned to and whom a comment mentions. */
  readonly assignees: boolean;
}

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
  /** The role as it was shown: that of the signed invitation, or where there is none the one that this person chose. Nothing for a further device. */
  role?: GivenRole | null;
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
  /**
   * A second device that came by a link of another one, until that one says yes. `dropped`: by the word of the server a
   * further device, however it came, does not wait any more.
   */
  | { name: "pending"; dropped?: boolean }
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
