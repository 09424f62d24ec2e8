/** The camera looks for the QR code of a safety code; any other one is passed over. */
import { useEffect, useRef, useState } from "react";

import { Button } from "../../components/Button";
import { Banner } from "../../components/Layout";
import { useSay } from "../../i18n/say";
import { isSafetyQr, lookFor, type Looking } from "./camera";
import styles from "./unlock.module.css";

interface ScanCodeProps {
  onFound: (text: string) => void;
  onClose: () => void;
}

type Sight = "looking" | "other" | "refused";

export default function ScanCode({ onFound, onClose }: ScanCodeProps) {
  const say = useSay();
  const video = useRef<HTMLVideoElement>(null);
  const [sight, setSight] = useState<Sight>("looking");
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });

  useEffect(() => {
    let looking: Looking | null = null;
    const gone = new AbortController();
    async function look() {
      if (!video.current) return;
      looking = await lookFor(video.current, gone.signal, (text) => {
        if (isSafetyQr(text)) found.current(text);
        else setSight("other");
      });
    }
    look().catch(() => !gone.signal.aborted && setSight("refused"));
    return () => {
      gone.abort();
      looking?.end();
    };
  }, []);

  return (
    <div className={styles["stack"]}>
      {sight === "refused" ? (
        <Banner tone="warn" urgent title={say("scan.refused", "The camera can't be used here")}>
          {say("scan.refusedHow", "Allow it in the settings of your browser, or type the digits.")}
        </Banner>
      ) : (
        <video ref={video} className={styles["camera"]} muted playsInline aria-label={say("scan.camera", "What the camera sees")} />
      )}
      <p className="hint" role="status">
        {sight === "other"
          ? say("scan.other", "This is another QR code. Hold the camera over the one beside the digits.")
          : say("scan.hold", "Hold the camera over the QR code beside the digits.")}
      </p>
      <Button onPress={onClose}>{say("scan.type", "Type the digits instead")}</Button>
    </div>
  );
}
