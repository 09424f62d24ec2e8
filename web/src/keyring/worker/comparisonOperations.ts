/**
 * Operations of the comparison: twenty digits that one person reads out and the other types, and six that come back.
 *
 * Neither side is shown what it has to be told, so nobody can say that it fits without having heard it.
 */
import type { Bytes } from "../../crypto/bytes.ts";
import { toBase64Url } from "../../crypto/base64url.ts";
import { CryptoError } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { cardPrint, qrShows, safetyCode, safetyQr, sameDigits, type CardPrint, type SafetyCode } from "../../crypto/safetyCode.ts";
import { encodeCard, type DeviceCard } from "../../crypto/statements.ts";
import type { CodeToRead } from "../contract.ts";
import { cardOf, signedCard, type PendingCard } from "./cards.ts";
import { NotInThisState } from "../standing.ts";
import { pinAnchors } from "./logBook.ts";
import { state, type Vault } from "./vault.ts";

/** A device that waits: one in the log, or a further one of the own person. */
interface Waiting {
  readonly device: Id;
  readonly pending?: PendingCard;
}

type OwnCard = Omit<DeviceCard, "account">;

function codeOf(vault: Vault, print: CardPrint): Promise<SafetyCode> {
  const name = toBase64Url(print);
  const known = vault.codes.get(name) ?? safetyCode(vault.book.account, print);
  vault.codes.set(name, known);
  return known;
}

async function printOfWaiting(vault: Vault, { device, pending }: Waiting): Promise<CardPrint> {
  const known = state(vault);
  const [user, card]: [Id, Bytes] = pending
    ? [pending.card.user, await signedCard(vault, pending)]
    : [cardOf(known, device).user, encodeCard(cardOf(known, device))];
  return cardPrint(known.account, user, card);
}

/** The card as this device has signed it. An account that has become another one since is compared with nobody. */
async function ownPrint(vault: Vault, card: OwnCard): Promise<CardPrint> {
  const { account, fingerprint } = state(vault);
  if (card.fingerprint !== fingerprint) throw new CryptoError("data_loss", "The key record was changed. Do not enter anything.");
  return cardPrint(account, card.user, encodeCard({ ...card, account }));
}

export function comparisonOperations(vault: Vault) {
  return {
    /** What is read to the newcomer, out of the own replay. */
    codeToRead: async (waiting: Waiting): Promise<CodeToRead> => {
      const print = await printOfWaiting(vault, waiting);
      return { code: (await codeOf(vault, print)).code, qr: safetyQr(print) };
    },

    /** Whether the digits that came back are those of a browser that has found the code equal. */
    answerFits: async ({ typed, ...waiting }: Waiting & { typed: string }): Promise<boolean> =>
      sameDigits(typed, (await codeOf(vault, await printOfWaiting(vault, waiting))).answer),

    /** Whether what was heard, or scanned, is the code of the own card. Then this is the account of the person who spoke. */
    codeFits: async ({ card, typed }: { card: OwnCard; typed: string }): Promise<boolean> => {
      const print = await ownPrint(vault, card);
      const fits = qrShows(print, typed) || sameDigits(typed, (await codeOf(vault, print)).code);
      if (fits) {
        vault.book.anchors = [...vault.book.anchors, { is: "comparison", fingerprint: card.fingerprint }];
        pinAnchors(vault.book);
      }
      return fits;
    },

    /** What is read back, by a device that has found the code equal, and by no other. */
    answerToRead: async ({ card }: { card: OwnCard }): Promise<string> => {
      if (!vault.book.anchors.some(({ is }) => is === "comparison")) throw new NotInThisState("unconfirmed");
      return (await codeOf(vault, await ownPrint(vault, card))).answer;
    },
  };
}
