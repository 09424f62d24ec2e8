/** Saves the entries that match as a CSV file. */
import { Download } from "lucide-react";

import { useAct } from "../../api/useAct";
import type { AuditFilter } from "../../api/oversight";
import { Button } from "../../components/Button";
import { tell, tellFailure } from "../../components/notices";
import { useNarrow } from "../../components/useNarrow";
import { failureOf } from "../../api/failure";
import { saveBlob } from "../../browser/saveBlob";
import { useSay } from "../../i18n/say";
import { useToday } from "../../session/useSession";
import { collectEntries } from "./collectEntries";

export function ExportButton({ question }: { question: AuditFilter | "mine" }) {
  const say = useSay();
  const today = useToday();
  const narrow = useNarrow();
  const label = say("audit.export", "Export");

  const { run, busy } = useAct(async () => {
    try {
      const [{ entries, cut }, { entriesAsCsv }] = await Promise.all([collectEntries(question), import("./exported")]);
      saveBlob(new Blob([entriesAsCsv(entries)], { type: "text/csv;charset=utf-8" }), `audit-log-${today}.csv`);
      tell({
        title: say("audit.exported", "{count, plural, one {# entry} other {# entries}} exported", { count: entries.length }),
        detail: cut
          ? say("audit.exportedCut", "There are more entries. Choose a shorter time and export the rest.")
          : say("audit.exportedWhat", "The export has actions and IDs. Document titles are left out."),
      });
    } catch (reason) {
      tellFailure(say("audit.exportFailed", "The export failed"), failureOf(reason));
    }
  });

  return (
    <Button icon={narrow} {...(narrow ? { "aria-label": label } : {})} isPending={busy} onPress={() => void run()}>
      <Download />
      {!narrow && label}
    </Button>
  );
}
