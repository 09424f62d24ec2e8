/** The bar for all documents that are selected: besides what every list has, their files can be saved. */
import { Download } from "lucide-react";

import { tell } from "../../components/notices";
import { useSay } from "../../i18n/say";
import type { BulkHooks } from "../../lists/bulk";
import { BulkActs } from "../../lists/BulkActs";
import { useDocumentDesk } from "../../lists/desks/documents";
import { useAudienceAct } from "../../lists/useAudienceAct";
import { useKeyring } from "../../keyring/react";
import { useMay } from "../../session/useSession";
import { downloadAll } from "./downloadAll";
import type { DocumentRow } from "./rows";
import type { DocumentActs } from "./useDocumentActs";
import { whyNotSaved } from "./unreadableWords";
import type { DocumentItem } from "../../lists/kinds/document";

interface DocumentBulkProps {
  acts: DocumentActs;
  count: number;
  read: () => Promise<readonly DocumentRow[]>;
  isAll: boolean;
  onClear: () => void;
}

export default function DocumentBulk(props: DocumentBulkProps) {
  const say = useSay();
  const keyring = useKeyring();
  const may = useMay();
  const audience = useAudienceAct(useDocumentDesk());
  const notSaved = (count: number) =>
    say("bulk.notDownloaded", "{count, plural, one {# document was} other {# documents were}} not downloaded", { count });

  async function save(items: readonly DocumentItem[], hooks: Required<BulkHooks>) {
    const result = await downloadAll(keyring, items, hooks, {
      noFile: say("bulk.noFile", "There are no files to download."),
      why: (reason) => whyNotSaved(say, reason),
    });
    const count = result.done.length;
    if (count > 0)
      tell({ title: say("bulk.downloaded", "{count, plural, one {# file} other {# files}} downloaded", { count }) });
    return result;
  }

  return (
    <>
    <BulkActs
      {...props}
      resource="document"
      leftAsTheyWere={(count) =>
        say("bulk.refused", "{count, plural, one {# document was} other {# documents were}} not changed", { count })
      }
      more={[
        {
          icon: Download,
          label: say("preview.download", "Download"),
          running: say("bulk.downloading", "Downloading"),
          act: save,
          refusedTitle: notSaved,
        },
        ...(may("document.update") ? [audience.doing] : []),
      ]}
    />
    {audience.asked}
    </>
  );
}
