/** Says that a newer version of the app is ready. Nothing reloads by itself, and nothing half written is lost by it. */
import { Button } from "../components/Button";
import { Banner } from "../components/Layout";
import { useSay } from "../i18n/say";
import { useNewVersion } from "./useNewVersion";

export default function NewVersion() {
  const say = useSay();
  const { isReady, reload } = useNewVersion();
  if (!isReady) return null;
  return (
    <Banner
      tone="info"
      actions={
        <Button size="small" onPress={reload}>
          {say("update.reload", "Reload to update")}
        </Button>
      }
    >
      {say("update.there", "A new version of Coffer is ready.")}
    </Banner>
  );
}
