/** The digits that are read to whoever waits with a device; they take a moment to work out. */
import { useCallback, useEffect, useState } from "react";

import { failureOf, type ApiFailure } from "../../api/failure";
import type { CodeToRead } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";

interface Read {
  /** Undefined until it is worked out, null when nobody waits with this device any more. */
  code: CodeToRead | null | undefined;
  failure: ApiFailure | undefined;
}

const NOTHING: Read = { code: undefined, failure: undefined };

export function useCodeToRead(deviceId: string): Read & { again: () => void } {
  const keyring = useKeyring();
  // The code of one device never stands beside the name of another.
  const [read, setRead] = useState<Read & { of: string }>({ ...NOTHING, of: deviceId });

  const look = useCallback(() => {
    let gone = false;
    keyring.codeToRead(deviceId).then(
      (code) => !gone && setRead({ code, failure: undefined, of: deviceId }),
      (reason: unknown) => !gone && setRead({ code: undefined, failure: failureOf(reason), of: deviceId }),
    );
    return () => {
      gone = true;
    };
  }, [keyring, deviceId]);

  useEffect(() => look(), [look]);

  const again = useCallback(() => {
    setRead({ ...NOTHING, of: deviceId });
    look();
  }, [deviceId, look]);

  return { ...(read.of === deviceId ? read : NOTHING), again };
}
