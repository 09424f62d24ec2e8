/** One task beside the board or the list. */
import { Maximize2 } from "lucide-react";

import type { StatusEntry } from "../../lists/boards/statuses";
import { ButtonLink } from "../../components/Button";
import { SidePanel } from "../../components/collection/SidePanel";
import { useSay } from "../../i18n/say";
import { canBeDeleted } from "../../lists/opening";
import { titleOf } from "../../lists/marks";
import { useNoteOpened } from "../../lists/useNoteOpened";
import { useRoleNames } from "../../lists/people/people";
import type { TaskRow } from "../../lists/tasks/rows";
import { TaskContents } from "./TaskContents";
import { TaskMenu } from "./TaskMenu";
import type { Moves } from "./useMoves";
import type { TaskActs } from "./useTaskActs";
import type { Clash } from "./useTaskWriting";

interface PanelProps {
  row: TaskRow;
  statuses: readonly StatusEntry[];
  acts: TaskActs;
  onMove: Moves["move"];
  place: number;
  count: number;
  clash: Clash | null;
  onClash: (clash: Clash | null) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

export default function TaskPanel({ row, statuses, acts, onMove, place, count, clash, onClash, onStep, onClose }: PanelProps) {
  const say = useSay();
  const roles = useRoleNames();
  useNoteOpened(row.id);
  return (
    <SidePanel
      label={titleOf(row, row.title, say("tasks.broken", "This task cannot be opened"), say, roles)}
      place={place >= 0 ? say("panel.place", "{place} of {count}", { place: place + 1, count }) : undefined}
      onPrevious={place > 0 ? () => onStep(-1) : undefined}
      onNext={place >= 0 && place < count - 1 ? () => onStep(1) : undefined}
      onClose={onClose}
      actions={
        <>
          <ButtonLink look="quiet" size="small" icon href={`/tasks/${row.id}`} aria-label={say("documents.openPage", "Open as page")}>
            <Maximize2 />
          </ButtonLink>
          {canBeDeleted(row.opening) && (
            <TaskMenu row={row} statuses={statuses} acts={acts} onMove={(one, status, at) => void onMove(one, status, at)} />
          )}
        </>
      }
    >
      <TaskContents row={row} statuses={statuses} onMove={onMove} clash={clash} onClash={onClash} />
    </SidePanel>
  );
}
