/**
 * Operations on devices that a recovery key brings back: who has to be told the code, and what the old device has signed.
 *
 * A recovery key opens a private key that nobody else has. What that key signed in this log is therefore the word of its
 * person: statement 0, or a statement that names the log which the device had verified. A device that nobody had confirmed
 * signs neither, so a log that the server made up holds no such word.
 */
import { CryptoError } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import type { KeyStatementType, StatementOf } from "../../crypto/statements.ts";
import { pinAnchors, validIn } from "./logBook.ts";
import { state, type Vault } from "./vault.ts";

/** A device that came by a recovery key which said nothing about the account. */
export interface UnconfirmedDevice {
  readonly device: Id;
  readonly user: Id;
  readonly at: number;
}

type KeyStatement = StatementOf<KeyStatementType>;

/** Its author had verified a log when signing it, or began this one. */
const isWordOf = (device: Id) => ({ authorDevice, viewSize, seq }: KeyStatement): boolean =>
  authorDevice === device && (viewSize > 0 || seq === 0);

function newestWordOf(vault: Vault, device: Id): KeyStatement | undefined {
  return validIn(vault.book).findLast(isWordOf(device));
}

export function recoveredOperations(vault: Vault) {
  return {
    /** Active devices that were signed in by a recovered one without a view of the log, and have signed nothing with one since. */
    unconfirmedDevices: async (): Promise<UnconfirmedDevice[]> => {
      const { devices } = state(vault);
      const statements = validIn(vault.book);
      const unconfirmed = statements.flatMap((statement): UnconfirmedDevice[] => {
        if (statement.type !== "device.add" || statement.how !== "recovery" || statement.viewSize > 0) return [];
        const { device, user, createdAt: at } = statement;
        return devices[device]?.state === "active" && !statements.some(isWordOf(device)) ? [{ device, user, at }] : [];
      });
      return Promise.resolve(unconfirmed);
    },

    /** When a device has signed for this log last; nothing where it never did. */
    ownWord: async ({ device }: { device: Id }): Promise<number | null> => Promise.resolve(newestWordOf(vault, device)?.createdAt ?? null),

    /** From now on this is the account: by what the recovered device has signed, and by the will of its person. */
    takeOwnWord: async ({ device }: { device: Id }): Promise<void> => {
      const { fingerprint } = state(vault);
      if (!newestWordOf(vault, device) || fingerprint === null) throw new CryptoError("failed_precondition", "The recovered device has signed nothing in this account.");
      vault.book.anchors = [...vault.book.anchors, { is: "signature", fingerprint }];
      pinAnchors(vault.book);
      return Promise.resolve();
    },

    /** Whether the recovery key was entered since this page was opened: then the wraps of its device open here. */
    holdsRecovered: async ({ device }: { device: Id }): Promise<boolean> => Promise.resolve(vault.recovered?.key.device === device),
  };
}
