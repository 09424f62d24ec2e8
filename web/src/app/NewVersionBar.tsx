/** The same where there is no shell: at the doors, while a browser is set up, and while somebody joins. */
import type { CSSProperties } from "react";

import { Button } from "../components/Button";
import { useSay } from "../i18n/say";
import { useNewVersion } from "./useNewVersion";

/** As tokens alone: it is the one look of it, and no sheet has to come before it. */
const LOOK: CSSProperties = {
  display: "flex", flexWrap: "wrap", alignItems: "center", justifyContent: "center", gap: "6px 12px", padding: "8px 24px",
  background: "var(--info-bg)", color: "var(--info)", fontSize: 13, textAlign: "center",
};

export default function NewVersionBar() {
  const say = useSay();
  const { isReady, reload } = useNewVersion();
  if (!isReady) return null;
  return (
    <div style={LOOK} role="status">
      <p>{say("update.there", "A new version of Coffer is ready.")}</p>
      <Button size="small" onPress={reload}>
        {say("update.reload", "Reload to update")}
      </Button>
    </div>
  );
}
