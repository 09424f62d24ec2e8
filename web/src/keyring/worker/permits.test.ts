/** What the worker does in each state of the client, as the paper lists it, asked of every operation that there is. */
import { describe, expect, it } from "vitest";

import type { ClientState } from "../../crypto/keyLog/clientState.ts";
import { Fork } from "../../crypto/keyLog/pins.ts";
import { newId } from "../../crypto/testing/account.ts";
import type { Anchored } from "../../crypto/keyLog/anchors.ts";
import { openVault, startableOperations, vaultOperations } from "./operations.ts";
import { permitted, PERMITS } from "./permits.ts";
import { stateNow, type Vault } from "./vault.ts";

const NOON = Date.parse("2026-11-23T12:00:00Z");
const MINUTE = 60_000;
const CARRIED: Anchored = { is: "comparison", fingerprint: "f" };

/** Facts that make each state; no other fact is touched. */
const STATES: Readonly<Record<ClientState, (vault: Vault) => void>> = {
  starting: () => undefined,
  empty: (vault) => { vault.answers = { log: "none", head: "missing" }; },
  unconfirmed: (vault) => { vault.answers = { log: "some", head: "fits" }; vault.book.head = { time: NOON, askedAt: NOON }; },
  verified: (vault) => { STATES.unconfirmed(vault); vault.book.anchors = [CARRIED]; },
  late: (vault) => { STATES.verified(vault); vault.book.head = { time: NOON - 121 * MINUTE, askedAt: NOON - 121 * MINUTE }; },
  alarm: (vault) => { STATES.verified(vault); vault.refused = new Fork("missing", null); },
};
const NAMES = Object.keys(STATES) as ClientState[];

async function aVaultThatIs(state: ClientState): Promise<Vault> {
  const vault = await openVault({ account: newId(), pin: null, anchors: [], acknowledged: [] }, () => NOON);
  STATES[state](vault);
  return vault;
}

const OPENS = ["openBundle", "openRecord", "showRecords", "verifyRecords", "openFile", "openFrames"];
const SIGNS = [
  "trustRestart", "createRole", "rollRole", "wrapForDevices", "makeInvitation", "invitationFragment", "makePairing", "codeToRead", "answerFits", "signView", "sealRecord",
  "signAttributes", "signDelete", "signEnd", "payRecord", "payFile", "startFile", "sealPart", "finishFile", "openRecoveredWraps",
];

describe("a client", () => {
  it.each(NAMES)("that is %s is told so by its facts", async (state) => {
    expect(stateNow(await aVaultThatIs(state))).toBe(state);
  });

  it.each(NAMES.flatMap((state) => [...OPENS.map((name) => [state, name, ["verified", "late"]] as const), ...SIGNS.map((name) => [state, name, ["verified"]] as const)]))(
    "that is %s is asked to %s", async (state, name, may) => {
      const vault = await aVaultThatIs(state);
      const operations = permitted(vaultOperations(vault), PERMITS, () => stateNow(vault)) as Record<string, (argument: unknown) => Promise<unknown>>;
      const outcome = await operations[name]?.({}).then(() => null, (error: unknown) => error as Error);
      const refused = outcome?.name === "NotInThisState";
      expect(refused).toBe(!(may as readonly string[]).includes(state));
    });

  it("signs its own way in only: a first device while nothing is confirmed, statement 0 where there is no log", async () => {
    const outcomes = await Promise.all(NAMES.flatMap((state) => (["genesis", "first", "device", "recovery"] as const).map(async (how) => {
      const vault = await aVaultThatIs(state);
      const operations = vaultOperations(vault);
      await operations.createDevice({ user: newId(), proof: { by: "passphrase", passphrase: "a long enough sentence" } });
      const fields = { user: newId(), device: newId(), ecdhPublic: "", ecdsaPublic: "", how, recoveryHash: "", protection: "passphrase", personCommitment: null } as const;
      const outcome = await operations.signKeys({ drafts: [{ type: "device.add", fields, deviceSignatureB64u: "" }] }).catch((error: unknown) => error as Error);
      return outcome instanceof Error && outcome.name === "NotInThisState" ? [] : [`${state} ${how}`];
    })));
    expect(outcomes.flat()).toEqual([
      "empty genesis", "unconfirmed first", "unconfirmed recovery", "verified first", "verified device", "verified recovery",
    ]);
  });

  it.each(NAMES.filter((state) => state !== "verified"))("that is %s signs no other statement", async (state) => {
    const operations = vaultOperations(await aVaultThatIs(state));
    const user = newId();
    await operations.createDevice({ user, proof: { by: "passphrase", passphrase: "a long enough sentence" } });
    await expect(operations.signKeys({ drafts: [{ type: "user.remove", fields: { user, reason: "left" } }] })).rejects.toMatchObject({ name: "NotInThisState" });
    await expect(operations.signView({ previous: null })).rejects.toMatchObject({ name: "NotInThisState" });
  });

  it("is asked at the door of its worker", async () => {
    const operations = startableOperations(() => NOON);
    await operations["start"]?.({ account: newId(), pin: null, anchors: [], acknowledged: [] });
    await expect(operations["signView"]?.({ previous: null })).rejects.toMatchObject({ name: "NotInThisState" });
  });

  it("shows no answer before a code was found equal", async () => {
    const operations = vaultOperations(await aVaultThatIs("unconfirmed"));
    const card = { user: newId(), device: newId(), ecdhPublic: "", ecdsaPublic: "", fingerprint: "", recoveryHash: "", protection: "passphrase" as const, personCommitment: null };
    await expect(operations.answerToRead({ card })).rejects.toMatchObject({ name: "NotInThisState" });
  });
});
