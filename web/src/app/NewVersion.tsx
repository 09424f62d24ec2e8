/** Says that a newer version of the app is ready. Nothing reloads by itself, and nothing half written is lost by it. */
import { useEffect } from "react";

import { Button } from "../components/Button";
import { Banner } from "../components/Layout";
import { useSay } from "../i18n/say";
import { draftsStored } from "../items/draftKeeper";
import { useOutdated } from "./outdated";
import { followServed } from "./served";

export default function NewVersion() {
  const say = useSay();
  const outdated = useOutdated();
  useEffect(() => (outdated ? undefined : followServed()), [outdated]);
  if (!outdated) return null;
  return (
    <Banner
      tone="info"
      actions={
        <Button size="small" onPress={() => void draftsStored().then(() => location.reload())}>
          {say("update.reload", "Reload to update")}
        </Button>
      }
    >
      {say("update.there", "A new version of Coffer is ready.")}
    </Banner>
  );
}
