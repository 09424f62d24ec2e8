/** How long this device stays unlocked, and the button that ends it. */
import { Fingerprint, Lock } from "lucide-react";
import { useState } from "react";

import { Button } from "../../components/Button";
import { Card, CardBody } from "../../components/Layout";
import { formatSpan } from "../../dates/moments";
import { useNow } from "../../dates/useNow";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { useDates } from "../../session/useSession";
import styles from "./Keys.module.css";
import { UsePasskeyDialog } from "./UsePasskeyDialog";

interface UnlockCardProps {
  locksAt: number;
  /** This browser could unlock with a passkey instead of its pass-phrase. */
  canUsePasskey: boolean;
  onDone: () => void;
}

export function UnlockCard({ locksAt, canUsePasskey, onDone }: UnlockCardProps) {
  const say = useSay();
  const keyring = useKeyring();
  const { language } = useDates();
  const now = useNow();
  const [asking, setAsking] = useState(false);
  return (
    <Card title={say("keys.unlock", "Unlock")}>
      <CardBody>
        <div className={styles["text"]}>
          <p className="quiet">
            {say("keys.unlockWhat", "This device stays unlocked for 24 hours after last use. It locks in {span}.", {
              span: formatSpan(locksAt - now.getTime(), language),
            })}
          </p>
          <Button wide onPress={() => void keyring.lock()}>
            <Lock />
            {say("lock.now", "Lock now")}
          </Button>
          {canUsePasskey && (
            <Button look="quiet" wide onPress={() => setAsking(true)}>
              <Fingerprint />
              {say("keys.usePasskey", "Use a passkey on this device")}
            </Button>
          )}
        </div>
      </CardBody>
      {asking && <UsePasskeyDialog onClose={() => setAsking(false)} onDone={onDone} />}
    </Card>
  );
}
