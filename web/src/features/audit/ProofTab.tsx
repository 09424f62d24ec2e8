/** What proves an entry: its event, the way from its hash to the signed root, and both to take away. */
import { Download } from "lucide-react";

import { Button } from "../../components/Button";
import { Banner, Fact, Facts } from "../../components/Layout";
import { formatMoment } from "../../dates/moments";
import { saveBlob } from "../../browser/saveBlob";
import { useSay } from "../../i18n/say";
import type { Checked, EntryProof, Standing } from "../../keyring/sealedLog/check";
import { proofText, stateText } from "../../keyring/sealedLog/texts";
import { useDates } from "../../session/useSession";
import styles from "./Audit.module.css";
import { standingWord } from "./standing";

const TONES = { proved: "trust", hash: "info", waiting: "info", overdue: "warn", withheld: "warn", differs: "bad" } as const satisfies Record<Standing, string>;

export function ProofTab({ proof: { standing, proof, header }, checked }: { proof: EntryProof; checked: Checked }) {
  const say = useSay();
  const dates = useDates();
  const save = () => {
    if (!proof) return;
    saveBlob(new Blob([proofText(proof, checked.note)], { type: "text/plain;charset=utf-8" }), `coffer-${proof.position}.tlog-proof`);
  };
  return (
    <>
      <Facts>
        <Fact name={say("audit.checkpoint", "Checkpoint")}>
          <span className="num">{say("audit.checkpointSize", "{count, plural, one {# event} other {# events}}", { count: checked.pin.size })}</span>
          <span className="hint">{formatMoment(new Date(checked.sealedAt).toISOString(), dates, true)}</span>
        </Fact>
        {header && (
          <Fact name={say("audit.eventType", "Event")}>
            <bdi className="mono">{header.type}</bdi>
            <span className="hint">{say("audit.version", "version {number}", { number: Number(header.version) })}</span>
          </Fact>
        )}
      </Facts>
      {proof && (
        <pre className={styles["raw"]} dir="ltr" tabIndex={0} role="region" aria-label={say("audit.path", "Hashes from the event to the signed root")}>
          {[proof.leafB64u, ...proof.path].join("\n")}
        </pre>
      )}
      <div className={styles["acts"]}>
        <Banner tone={TONES[standing]} title={standingWord(say, standing)}>
          {standing === "proved" && say("audit.provedWhat", "Who, when, what and on which thing are those of the event. Names and changes are as the server says.")}
        </Banner>
      </div>
      {proof && (
        <>
          <div className={styles["acts"]}>
            <Button size="small" onPress={save}>
              <Download />
              {say("audit.saveProof", "Download proof")}
            </Button>
          </div>
          {proof.stateB64u !== null && (
            <pre className={styles["raw"]} dir="ltr" tabIndex={0} role="region" aria-label={say("audit.rawEvent", "Event as it is stored")}>
              {stateText(proof.stateB64u)}
            </pre>
          )}
        </>
      )}
    </>
  );
}
