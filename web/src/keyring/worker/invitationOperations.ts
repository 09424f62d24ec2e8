/** Operations on invitations and newcomers: the secret that is carried, the box that keeps it, and the proof of who came. */
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { boxHash, type Box } from "../../crypto/box.ts";
import { bundleMissing, CryptoError, damaged } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { openInvitation, sealInvitation } from "../../crypto/invitation.ts";
import { inviteIsOpen, type KeyState } from "../../crypto/keyLog/state.ts";
import { generatePairingSecret, pairingFragment, pairingMacFits } from "../../crypto/pairing.ts";
import { foldEmail } from "../../crypto/commitments.ts";
import { verifiesUnder } from "../../crypto/signature.ts";
import { encodeCard, type DeviceCard, type Signed } from "../../crypto/statements.ts";
import { safetyCode } from "../../crypto/safetyCode.ts";
import { signKeyStatements } from "./logOperations.ts";
import { currentRoleKey, heldKey, state, unlocked, type Vault } from "./vault.ts";

/** The fragment that names this account as the worker has verified it. */
function fragmentOf(vault: Vault, pairingId: Id, secret: Uint8Array<ArrayBuffer>): string {
  const { pin, account } = vault.book;
  if (!pin) throw new CryptoError("failed_precondition", "The log of this account was not verified yet.");
  const { fingerprint, logSize, logRoot, logKey } = pin;
  return pairingFragment({ pairingId, account, secret, fingerprint, logSize, logRoot, logKey });
}

function cardOf(known: KeyState, device: Id): DeviceCard {
  const found = known.devices[device];
  if (!found || known.fingerprint === null) throw new CryptoError("not_found", "There is no such device.");
  const { user, ecdhPublic, ecdsaPublic, recoveryHash, protection } = found;
  return { account: known.account, fingerprint: known.fingerprint, user, device, ecdhPublic, ecdsaPublic, recoveryHash, protection };
}

async function openBox(vault: Vault, invite: Id, box: Box) {
  const found = state(vault).invites[invite];
  const custodian = found && heldKey(vault, found.custodianRole, found.custodianGeneration);
  if (!found || !custodian) throw bundleMissing(found?.custodianRole ?? "");
  if ((await boxHash(box)) !== found.boxHash) throw damaged();
  return { ...(await openInvitation(custodian, invite, found.role, box)), role: found.role };
}

export function invitationOperations(vault: Vault) {
  return {
    makeInvitation: async ({ invite, role, custodianRole, email, expiresAt }: {
      invite: Id; role: Id; custodianRole: Id; email: string; expiresAt: number;
    }): Promise<{ signed: Signed; box: Box; generation: number; fragment: string }> => {
      const custodian = currentRoleKey(vault, custodianRole);
      if (!custodian) throw bundleMissing(custodianRole);
      const secret = generatePairingSecret();
      const box = await sealInvitation(custodian, invite, role, { secret, email });
      const { generation } = custodian;
      const fields = { invite, role, custodianRole, custodianGeneration: generation, expiresAt, boxHash: await boxHash(box) };
      const [signed] = await signKeyStatements(vault, unlocked(vault), [{ type: "invite.create", fields }]);
      if (!signed) throw damaged();
      return { signed, box, generation, fragment: fragmentOf(vault, invite, secret) };
    },

    /** The link of an invitation again, for whoever may open its box. */
    invitationFragment: async ({ invite, box }: { invite: Id; box: Box }): Promise<string> =>
      fragmentOf(vault, invite, (await openBox(vault, invite, box)).secret),

    /** What the box says, and whether the newcomer's MAC over the card proves the secret. */
    checkPairing: async ({ device, invite, box, macB64u }: { device: Id; invite: Id; box: Box; macB64u: string }) => {
      const known = state(vault);
      const { secret, email, role } = await openBox(vault, invite, box);
      const fits = await pairingMacFits(secret, known.account, invite, encodeCard(cardOf(known, device)), macB64u);
      const open = inviteIsOpen(known, invite, unlocked(vault).user, vault.now());
      return { proven: fits && open, email: foldEmail(email), role };
    },

    /** The card of a further device of the own person: is it signed, and which code does it show? */
    checkPending: async ({ card, deviceSignatureB64u, pairing }: {
      card: Omit<DeviceCard, "account" | "fingerprint">; deviceSignatureB64u: string;
      pairing?: { pairingId: Id; secretB64u: string; macB64u: string };
    }) => {
      const known = state(vault);
      if (known.fingerprint === null) throw damaged();
      const whole: DeviceCard = { ...card, account: known.account, fingerprint: known.fingerprint };
      const bytes = encodeCard(whole);
      if (!(await verifiesUnder(card.ecdsaPublic, bytes, deviceSignatureB64u))) throw damaged();
      const proven = pairing !== undefined
        && (await pairingMacFits(fromBase64Url(pairing.secretB64u), known.account, pairing.pairingId, bytes, pairing.macB64u));
      return { proven, code: await safetyCode(whole) };
    },

    /** The code of a device that is not in the log yet. */
    cardCode: async ({ card }: { card: Omit<DeviceCard, "account" | "fingerprint"> }): Promise<string[]> => {
      const { account, fingerprint } = state(vault);
      if (fingerprint === null) throw damaged();
      return safetyCode({ ...card, account, fingerprint });
    },

    /** A secret and a fragment for a further device of the same person. */
    makePairing: async ({ pairingId }: { pairingId: Id }) => {
      const secret = generatePairingSecret();
      return Promise.resolve({ secretB64u: toBase64Url(secret), fragment: fragmentOf(vault, pairingId, secret) });
    },
  };
}
