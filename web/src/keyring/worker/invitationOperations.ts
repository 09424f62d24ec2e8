/** Operations on invitations and newcomers: the secret that is carried, the box that keeps it, and the proof of who came. */
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { boxHash, type Box } from "../../crypto/box.ts";
import { bundleMissing, CryptoError, damaged, TEXTS } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { openInvitation, sealInvitation } from "../../crypto/invitation.ts";
import { inviteIsOpen } from "../../crypto/keyLog/state.ts";
import { generatePairingSecret, pairingFragment, pairingMacFits } from "../../crypto/pairing.ts";
import { foldEmail } from "../../crypto/commitments.ts";
import { encodeCard, type Signed } from "../../crypto/statements.ts";
import { cardOf, signedCard, type PendingCard } from "./cards.ts";
import { signKeyStatements } from "./logOperations.ts";
import { currentRoleKey, heldKey, state, unlocked, type Vault } from "./vault.ts";

/** The fragment that names this account as the worker has verified it. */
function fragmentOf(vault: Vault, pairingId: Id, secret: Uint8Array<ArrayBuffer>): string {
  const { pin, account } = vault.book;
  if (!pin) throw new CryptoError("failed_precondition", "The log of this account was not verified yet.");
  const { fingerprint, logSize, logRoot, logKey } = pin;
  return pairingFragment({ pairingId, account, secret, fingerprint, logSize, logRoot, logKey });
}

async function openBox(vault: Vault, invite: Id, box: Box) {
  const found = state(vault).invites[invite];
  const custodian = found && heldKey(vault, found.custodianRole, found.custodianGeneration);
  if (!found || !custodian) throw bundleMissing(found?.custodianRole ?? "");
  if ((await boxHash(box)) !== found.boxHash) throw damaged();
  return { ...(await openInvitation(custodian, invite, found.role, box)), role: found.role };
}

export interface CheckedInvitation {
  readonly mac: "right" | "wrong" | "none";
  /** It may be named by a vouch of this person now. */
  readonly isOpen: boolean;
  /** Out of the box, in the form in which addresses are compared. */
  readonly email: string;
  /** Out of the `invite.create`. */
  readonly role: Id;
}

export function invitationOperations(vault: Vault) {
  return {
    makeInvitation: async ({ invite, role, custodianRole, email, expiresAt }: {
      invite: Id; role: Id; custodianRole: Id; email: string; expiresAt: number;
    }): Promise<{ signed: Signed; box: Box; fragment: string }> => {
      const custodian = currentRoleKey(vault, custodianRole);
      if (!custodian) throw bundleMissing(custodianRole);
      const secret = generatePairingSecret();
      const box = await sealInvitation(custodian, invite, role, { secret, email });
      const { generation } = custodian;
      const fields = { invite, role, custodianRole, custodianGeneration: generation, expiresAt, boxHash: await boxHash(box) };
      const [signed] = await signKeyStatements(vault, unlocked(vault), [{ type: "invite.create", fields }]);
      if (!signed) throw damaged();
      return { signed, box, fragment: fragmentOf(vault, invite, secret) };
    },

    /** The link of an invitation again, for whoever may open its box; `sentFor` is whom it must have been made for. */
    invitationFragment: async ({ invite, box, sentFor }: {
      invite: Id; box: Box; sentFor?: { readonly email: string; readonly role: Id };
    }): Promise<string> => {
      const { secret, email, role } = await openBox(vault, invite, box);
      if (sentFor && foldEmail(email) !== foldEmail(sentFor.email)) throw new CryptoError("data_loss", "The server answered with another invitation.");
      if (sentFor && role !== sentFor.role) throw new CryptoError("failed_precondition", TEXTS.invitedOtherwise);
      return fragmentOf(vault, invite, secret);
    },

    /** What the box of an invitation says, and whether the newcomer's MAC over the card in the own replay proves the secret. */
    checkInvitation: async ({ device, invite, box, macB64u }: {
      device: Id; invite: Id; box: Box; macB64u: string | null;
    }): Promise<CheckedInvitation> => {
      const known = state(vault);
      const { secret, email, role } = await openBox(vault, invite, box);
      const isOpen = inviteIsOpen(known, invite, unlocked(vault).user, vault.now());
      if (macB64u === null) return { mac: "none", isOpen, email: foldEmail(email), role };
      const fits = await pairingMacFits(secret, known.account, invite, encodeCard(cardOf(known, device)), macB64u);
      return { mac: fits ? "right" : "wrong", isOpen, email: foldEmail(email), role };
    },

    /** A further device of the own person: its card, when it has signed it, and whether it knows the secret of a link made here. */
    checkPending: async ({ pending, pairing }: {
      pending: PendingCard; pairing?: { pairingId: Id; secretB64u: string; macB64u: string };
    }): Promise<{ proven: boolean }> => {
      const bytes = await signedCard(vault, pending);
      const { account } = vault.book;
      const proven = pairing !== undefined
        && (await pairingMacFits(fromBase64Url(pairing.secretB64u), account, pairing.pairingId, bytes, pairing.macB64u));
      return { proven };
    },

    /** A secret and a fragment for a further device of the same person. */
    makePairing: async ({ pairingId }: { pairingId: Id }) => {
      const secret = generatePairingSecret();
      return Promise.resolve({ secretB64u: toBase64Url(secret), fragment: fragmentOf(vault, pairingId, secret) });
    },
  };
}
