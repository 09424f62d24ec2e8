/** What can be done with one task, on its card, in its row and in its panel: also everything that dragging does. */
import { ArrowDown, ArrowUp, CircleCheck, Ellipsis, RotateCcw, Trash2 } from "lucide-react";

import { failureOf } from "../../api/failure";
import { defaultOf, standing, type StatusEntry } from "../../lists/boards/statuses";
import { Button } from "../../components/Button";
import { Menu, MenuItem, MenuLine } from "../../components/Menu";
import { tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import { canBeDeleted } from "../../lists/opening";
import { useMay } from "../../session/useSession";
import type { TaskRow } from "../../lists/tasks/rows";
import { stepped, type Place } from "./board";
import { StatusMark } from "../../lists/tasks/marks";
import type { TaskActs } from "./useTaskActs";

interface TaskMenuProps {
  row: TaskRow;
  statuses: readonly StatusEntry[];
  acts: Pick<TaskActs, "remove">;
  onMove: (row: TaskRow, status: StatusEntry, place?: Place) => void;
  /** The column it stands in, where that is seen. */
  column?: readonly TaskRow[];
  onOpen?: () => void;
}

/** On its card, in its panel or on its page. */
export function TaskMenu({ inside = false, ...props }: TaskMenuProps & { /** The card is the stop for Tab. */ inside?: boolean }) {
  const say = useSay();
  const label = say("documents.menu", "More actions");
  return (
    <Menu
      label={label}
      trigger={
        <Button look="quiet" size="small" icon excludeFromTabOrder={inside} aria-label={label}>
          <Ellipsis />
        </Button>
      }
    >
      <TaskMenuItems {...props} />
    </Menu>
  );
}

export function TaskMenuItems({ row, statuses, acts, onMove, column, onOpen }: TaskMenuProps) {
  const say = useSay();
  const may = useMay();
  const { item, opening, statusId } = row;
  const mayChange = opening.name === "open" && may("task.update");
  const status = statuses.find(({ id }) => id === statusId);
  const done = defaultOf(statuses, "done");
  const open = defaultOf(statuses, "open");
  const up = column && stepped(column, row.id, -1);
  const down = column && stepped(column, row.id, 1);
  return (
    <>
      {onOpen && <MenuItem label={say("documents.open", "Open")} keys="Enter" onAction={onOpen} />}
      {mayChange && row.category !== "done" && done && (
        <MenuItem icon={CircleCheck} writes label={say("tasks.complete", "Complete")} onAction={() => onMove(row, done)} />
      )}
      {mayChange && row.category === "done" && open && (
        <MenuItem icon={RotateCcw} writes label={say("tasks.reopen", "Reopen")} onAction={() => onMove(row, open)} />
      )}
      {mayChange && up && status && <MenuItem icon={ArrowUp} writes label={say("boards.up", "Move up")} onAction={() => onMove(row, status, up)} />}
      {mayChange && down && status && (
        <MenuItem icon={ArrowDown} writes label={say("boards.down", "Move down")} onAction={() => onMove(row, status, down)} />
      )}
      {mayChange && <MenuLine />}
      {mayChange &&
        standing(statuses)
          .filter(({ id }) => id !== statusId)
          .map((target) => (
            <MenuItem
              key={target.id}
              icon={() => <StatusMark status={target} />}
              writes
              label={say("tasks.moveTo", "Move to {status}", { status: target.name })}
              onAction={() => onMove(row, target)}
            />
          ))}
      {canBeDeleted(opening) && may("task.delete") && (
        <>
          {mayChange && <MenuLine />}
          <MenuItem
            icon={Trash2}
            writes
            destroys
            label={say("documents.delete", "Delete")}
            onAction={() =>
              void acts.remove([item]).then(
                ({ refused: [first] }) => first && tellFailure(failureTitle(say, "update"), first.message),
                (reason: unknown) => tellFailure(failureTitle(say, "update"), failureOf(reason).message),
              )
            }
          />
        </>
      )}
    </>
  );
}
