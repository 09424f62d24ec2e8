/** Before anybody but the server has said which account this is, the worker brings its own device in, and does nothing else. */
import { describe, expect, it } from "vitest";

import { newId } from "../../crypto/testing/account.ts";
import { openVault, vaultOperations } from "./operations.ts";
import type { RoleBundle } from "./wire.ts";

async function aWorker(confirmed: boolean) {
  const vault = await openVault({ account: newId(), pin: null, promised: null, acknowledged: [], confirmed });
  const operations = vaultOperations(vault);
  const user = newId();
  await operations.createDevice({ user, proof: { by: "passphrase", passphrase: "a long enough sentence" } });
  return { operations, user };
}

const bundle = { roleId: newId(), generation: 1 } as RoleBundle;
const acts = {
  "opens no role key": ({ operations }) => operations.openBundle({ bundle }),
  "makes no role key": ({ operations }) => operations.createRole({ role: newId(), name: "Owner", capabilities: 7 }),
  "signs for nobody": ({ operations, user }) => operations.signKeys({ drafts: [{ type: "user.remove", fields: { user, reason: "left" } }] }),
  "tells no view": ({ operations }) => operations.signView({ previous: null }),
  "shows no answer": ({ operations, user }) => operations.answerToRead({
    card: { user, device: newId(), ecdhPublic: "", ecdsaPublic: "", fingerprint: "", recoveryHash: "", protection: "passphrase", personCommitment: null },
  }),
} satisfies Record<string, (worker: Awaited<ReturnType<typeof aWorker>>) => Promise<unknown>>;

describe("a worker whose account nobody has confirmed", () => {
  it.each(Object.entries(acts))("%s", async (_name, act) => {
    await expect(act(await aWorker(false))).rejects.toThrow("Nobody has confirmed yet");
    // What stops a confirmed one is something else: here it has no account to work in.
    await act(await aWorker(true)).then(() => undefined, (error: unknown) => expect(String(error)).not.toContain("confirmed"));
  });
});
