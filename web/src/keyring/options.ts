/** What a keyring is made with: whose keys, in which account, and what this page knows about both. */
import type { PersonName } from "../crypto/commitments.ts";
import type { RefusedAnswer } from "./answered.ts";
import type { Http } from "./calls.ts";
import type { Disclosure } from "./contract.ts";
import type { WorkerLost } from "./watch.ts";
import type { CarriedLink } from "./worker/readLink.ts";
import type { Start, VaultOperations } from "./worker/operations.ts";
import type { Remote } from "./worker/rpc.ts";

export interface WorkerHandle {
  readonly operations: Remote<VaultOperations & { start: (start: Start) => Promise<void> }>;
  readonly end: () => void;
}

export interface KeyringOptions {
  readonly http: Http;
  /** Hears of every answer that was refused whole, from whomever it was asked; answers how to stop. */
  readonly onRefusedAnswer: (listener: (refused: RefusedAnswer) => void) => () => void;
  readonly account: { readonly id: string; readonly roleId: string };
  readonly userId: string;
  /** What the server says now about the switches of the account; null where it has not said it. */
  readonly disclosure: () => Disclosure | null;
  /** The role may hold keys at all, by the server's word. */
  readonly holdsKeys: boolean;
  /** This browser has a device of the person in the account, and so knows which account it is. */
  readonly anchored: boolean;
  /** This browser opened the account by its user's own action. */
  readonly openedHere: boolean;
  /** Called when this browser has signed its way in, so that nothing opens the account a second time. */
  readonly forgetOpening: () => void;
  /** The link by which this person came, when its fragment was carried past the server. */
  readonly link: CarriedLink | null;
  /** Called when the link's secret is not needed any more. */
  readonly forgetLink: () => void;
  /** Name and e-mail as the pages show them to this person: what they stand for in the account. */
  readonly appearsAs: PersonName;
  readonly isSignInPassword?: (text: string) => boolean;
  /** Starts a worker; `onLost` hears of it when it does not start or does not answer any more. */
  readonly startWorker: (onLost: (reason: WorkerLost) => void) => WorkerHandle;
}

/** Where this browser knows which account it is, by its own device or by a link, no word of the server's switches a check off. */
export const checksKeys = ({ holdsKeys, anchored, link }: KeyringOptions): boolean => holdsKeys || anchored || link !== null;
