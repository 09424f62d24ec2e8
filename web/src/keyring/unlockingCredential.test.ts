/** The passkey that opens the key of this browser is told by the local record of its own person alone. */
import "fake-indexeddb/auto";
import { expect, test } from "vitest";

import { openKeyStore, type DeviceRecord } from "./store.ts";
import { unlockingCredential } from "./unlockingCredential.ts";

const ANN = { userId: "ann", accountId: "hawthorne" };
const authenticator = { credentialIdB64u: "GwQI", prfInputB64u: "AAAA" };

test("it is the one in the record, and nobody else's", async () => {
  expect(await unlockingCredential(ANN)).toBeNull();
  const store = await openKeyStore(ANN);
  await store.writeDevice({ ...ANN, authenticator } as DeviceRecord);
  expect(await unlockingCredential(ANN)).toBe("GwQI");
  expect(await unlockingCredential({ ...ANN, accountId: "boathouse" })).toBeNull();
  await store.writeDevice({ ...ANN, authenticator: null } as DeviceRecord);
  expect(await unlockingCredential(ANN)).toBeNull();
  store.close();
});
