/** Which passkey opens the key of this browser. It stands in the local record and nowhere else. */
import { useEffect, useState } from "react";

import { useKeyState } from "./react.tsx";
import { openKeyStore, type Owner } from "./store.ts";

export async function unlockingCredential(owner: Owner): Promise<string | null> {
  const store = await openKeyStore(owner);
  try {
    return (await store.readDevice())?.authenticator?.credentialIdB64u ?? null;
  } finally {
    store.close();
  }
}

/** Null while it is not known, and where a pass-phrase does it. */
export function useUnlockingCredential(userId: string, accountId: string): string | null {
  const { name } = useKeyState();
  const [credential, setCredential] = useState<string | null>(null);

  useEffect(() => {
    let gone = false;
    unlockingCredential({ userId, accountId }).then(
      (found) => !gone && setCredential(found),
      // A browser without storage keeps no key, so no passkey opens one.
      () => !gone && setCredential(null),
    );
    return () => {
      gone = true;
    };
  }, [userId, accountId, name]);

  return credential;
}
