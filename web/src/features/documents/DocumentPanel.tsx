/** One document beside the list. */
import { Maximize2 } from "lucide-react";

import { ButtonLink } from "../../components/Button";
import { SidePanel } from "../../components/collection/SidePanel";
import { useSay } from "../../i18n/say";
import { rowTitle } from "./columns";
import { DocumentContents, DocumentTools } from "./DocumentContents";
import type { DocumentRow } from "./rows";
import { useNoteOpened } from "../../lists/useNoteOpened";
import { useRoleNames } from "../../lists/people/people";
import type { Clash } from "./useRevise";
import type { RowActs } from "./useRowActs";

interface DocumentPanelProps {
  row: DocumentRow;
  acts: RowActs;
  place: number;
  count: number;
  clash: Clash | null;
  onSettled: () => void;
  onMove: (by: 1 | -1) => void;
  onClose: () => void;
}

export default function DocumentPanel({ row, acts, place, count, clash, onSettled, onMove, onClose }: DocumentPanelProps) {
  const say = useSay();
  const roles = useRoleNames();
  useNoteOpened(row.id);
  return (
    <SidePanel
      label={rowTitle(row, say, roles)}
      place={place >= 0 ? say("panel.place", "{place} of {count}", { place: place + 1, count }) : undefined}
      onPrevious={place > 0 ? () => onMove(-1) : undefined}
      onNext={place >= 0 && place < count - 1 ? () => onMove(1) : undefined}
      onClose={onClose}
      actions={
        <>
          <ButtonLink
            look="quiet"
            size="small"
            icon
            href={`/documents/${row.id}`}
            aria-label={say("documents.openPage", "Open as page")}
          >
            <Maximize2 />
          </ButtonLink>
          <DocumentTools row={row} acts={acts} />
        </>
      }
    >
      <DocumentContents
        row={row}
        clash={clash}
        onSettled={onSettled}
        arrange={(preview, words) => (
          <>
            {preview}
            {words}
          </>
        )}
      />
    </SidePanel>
  );
}
