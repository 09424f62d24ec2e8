/** Saves the entries that match as a CSV file. */
import { Download } from "lucide-react";

import { useAct } from "../../api/useAct";
import type { AuditFilter } from "../../api/oversight";
import { Button } from "../../components/Button";
import { tell, tellFailure } from "../../components/notices";
import { useNarrow } from "../../components/useNarrow";
import { failureOf } from "../../api/failure";
import { useSay } from "../../i18n/say";
import { useToday } from "../../session/useSession";
import { collectEntries } from "./collectEntries";
import { entriesAsCsv } from "./exported";

/** The browser reads the address after the click returned. */
const KEPT_MS = 10_000;

export function ExportButton({ question }: { question: AuditFilter | "mine" }) {
  const say = useSay();
  const today = useToday();
  const narrow = useNarrow();
  const label = say("audit.export", "Export");

  const { run, busy } = useAct(async () => {
    try {
      const { entries, cut } = await collectEntries(question);
      save(entriesAsCsv(entries), `audit-log-${today}.csv`);
      tell({
        title: say("audit.exported", "{count, plural, one {# entry} other {# entries}} exported", { count: entries.length }),
        detail: cut
          ? say("audit.exportedCut", "There are more. Narrow the time and export the rest.")
          : say("audit.exportedWhat", "Facts and ids. Titles of documents are left out."),
      });
    } catch (reason) {
      tellFailure(say("audit.exportFailed", "The export failed"), failureOf(reason).message);
    }
  });

  return (
    <Button icon={narrow} {...(narrow ? { "aria-label": label } : {})} isPending={busy} onPress={() => void run()}>
      <Download />
      {!narrow && label}
    </Button>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
