/** What a recovery file vouches for, before and after the log was shown. */
import { beforeAll, describe, expect, it } from "vitest";

import { generateRecoverySecret, writeRecoveryFile, type RecoveryNotes } from "../../crypto/recoveryFile.ts";
import { newId } from "../../crypto/testing/account.ts";
import { aVault, carried, device, openTheAccount, truth } from "../testing/answers.ts";
import { vaultOperations } from "./operations.ts";
import { stateNow } from "./vault.ts";

beforeAll(openTheAccount);

describe("a recovery file", () => {
  const notes = (): RecoveryNotes => ({
    account: carried.account, accountFingerprint: carried.fingerprint, device, log: { size: carried.logSize, root: carried.logRoot }, logKey: carried.logKey,
    created: "2026-11-23",
  });

  it("is asked of every answer from then on, and of what was shown before", async () => {
    const vault = await aVault([]);
    const { takeLog, takeFile } = vaultOperations(vault);
    await takeLog(truth);
    expect(await takeFile({ text: await writeRecoveryFile(generateRecoverySecret(), notes()) })).toBe(true);
    expect(stateNow(vault)).toBe("starting");
    await takeLog({ entries: [], leaves: [], head: truth.head });
    expect(stateNow(vault)).toBe("verified");
  });

  it.each(["accountFingerprint", "log", "logKey"] as const)("without its line %s vouches for nothing", async (name) => {
    const vault = await aVault([]);
    const { takeLog, takeFile } = vaultOperations(vault);
    await takeLog(truth);
    const others = Object.fromEntries(Object.entries(notes()).filter(([said]) => said !== name));
    expect(await takeFile({ text: await writeRecoveryFile(generateRecoverySecret(), others) })).toBe(false);
    expect(vault.book.anchors).toEqual([]);
    expect(stateNow(vault)).toBe("unconfirmed");
  });

  it("of another account is an alarm", async () => {
    const vault = await aVault([]);
    await vaultOperations(vault).takeFile({ text: await writeRecoveryFile(generateRecoverySecret(), { ...notes(), account: newId() }) });
    await expect(vaultOperations(vault).takeLog(truth)).rejects.toThrow();
    expect(stateNow(vault)).toBe("alarm");
  });
});
