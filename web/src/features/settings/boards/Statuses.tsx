/** `/settings/statuses`: what tasks can be in, in one order. */
import { Plus, Star, Trash2 } from "lucide-react";
import { useState } from "react";

import { failureOf } from "../../../api/failure";
import { useListStatusesQuery } from "../../../api/statuses";
import styles from "../../../lists/boards/Boards.module.css";
import { EntryForm, type WrittenEntry } from "../../../lists/boards/EntryForm";
import { EntryRow } from "../../../lists/boards/EntryRow";
import { canBeDefault, defaultOf, standing, targetsOf, useStatuses, type StatusEntry } from "../../../lists/boards/statuses";
import { useOrder } from "../../../lists/boards/useOrder";
import { UNNAMED } from "../../../lists/boards/useReviseEntry";
import { Button } from "../../../components/Button";
import { Card, CardBody } from "../../../components/Layout";
import { MenuItem } from "../../../components/Menu";
import { Pill } from "../../../components/Marks";
import { tellFailure } from "../../../components/notices";
import { Select } from "../../../components/Select";
import { Failed, Skeleton } from "../../../components/States";
import { useReorder } from "../../../components/useReorder";
import { failureTitle } from "../../../i18n/fixedTexts";
import { useSay, type Say } from "../../../i18n/say";
import { hasFacts } from "../../../lists/item";
import { useDraft } from "../../../lists/useDraft";
import { useMay } from "../../../session/useSession";
import { KIND_TONES, KINDS, kindOf, kindWord, type Kind } from "./kinds";
import { NewEntry } from "./NewEntry";
import { RemoveStatus } from "./RemoveStatus";
import { useStatusDesk } from "./useStatusDesk";
import type { StatusItem } from "../../../lists/kinds/board";

export default function Statuses() {
  const say = useSay();
  const { error, refetch } = useListStatusesQuery();
  const statuses = useStatuses();
  if (error)
    return <Failed title={say("boards.statusesFailed", "The statuses did not load")} message={failureOf(error).message} onRetry={() => void refetch()} />;
  if (!statuses) return <Skeleton lines={5} height={28} />;
  return <StatusList statuses={statuses} />;
}

function StatusList({ statuses }: { statuses: readonly StatusEntry[] }) {
  const say = useSay();
  const may = useMay()("status.manage");
  const desk = useStatusDesk();
  const draft = useDraft<WrittenEntry<StatusItem>>("statuses");
  const [editing, setEditing] = useState<string | null>(null);
  const [adding, setAdding] = useState<Kind | null>(null);
  const [removing, setRemoving] = useState<StatusEntry | null>(null);
  const { entries, move } = useOrder(standing(statuses), desk.move);
  const ids = entries.map(({ id }) => id);
  const put = (id: string, to: number) => move(id, to, ids);
  const reorder = useReorder(put);
  // What was half written opens the form by itself.
  const open = editing ?? (may ? draft.found?.id : undefined);

  return (
    <Card
      title={say("settings.statuses", "Statuses")}
      orderTold={entries.length > 1}
      end={
        may && (
          <Button size="small" onPress={() => setAdding("active")}>
            <Plus />
            {say("boards.newStatus", "New status")}
          </Button>
        )
      }
    >
      <CardBody>
        <p className="hint">{say("boards.statusesHint", "The columns of the task board, in this order. Names and colours are encrypted.")}</p>
      </CardBody>
      <ol className={styles["rows"]}>
        {entries.map((status) => {
          const { id, item, opening, unnamed } = status;
          const kind = kindOf(status);
          // Of one that is withheld or altered nobody has said what kind it is.
          const isSaid = item.sealed === null || hasFacts(item);
          const targets = targetsOf(statuses, status);
          const former = defaultOf(statuses, status.category);
          return (
            <EntryRow
              key={id}
              entry={status}
              among={ids}
              broken={say("boards.brokenStatus", "This status is damaged")}
              order={may ? { reorder, move: put } : null}
              onEdit={may ? () => setEditing(id) : undefined}
              form={
                open === id ? (
                  <EntryForm
                    desk={desk}
                    begun={{ item, contents: opening?.name === "open" ? opening.payload : UNNAMED }}
                    unnamed={unnamed}
                    draft={draft}
                    onDone={() => setEditing(null)}
                  />
                ) : null
              }
              remark={isSaid && status.default ? defaultWord(say, kind) : undefined}
              marks={isSaid && <Pill tone={KIND_TONES[kind]}>{kindWord(say, kind)}</Pill>}
              acts={
                isSaid && <>
                  {canBeDefault(status) && !status.default && former && (
                    <MenuItem
                      icon={Star}
                      writes
                      label={defaultWord(say, kind)}
                      onAction={() =>
                        void desk
                          .makeDefault(item, former.item)
                          .catch((reason: unknown) => tellFailure(failureTitle(say, "update"), failureOf(reason)))
                      }
                    />
                  )}
                  <MenuItem
                    icon={Trash2}
                    writes
                    destroys
                    label={say("boards.remove", "Delete")}
                    hint={staysBecause(say, status, targets)}
                    isDisabled={status.default || targets.length === 0}
                    onAction={() => setRemoving(status)}
                  />
                </>
              }
            />
          );
        })}
        {adding && (
          <li className={styles["row"]}>
            <NewEntry create={(id, payload) => desk.create(id, payload, adding)} onDone={() => setAdding(null)}>
              <Select
                label={say("boards.kind", "Tasks here are")}
                options={KINDS.map((value) => ({ value, label: kindWord(say, value) }))}
                value={adding}
                onChange={setAdding}
              />
            </NewEntry>
          </li>
        )}
      </ol>
      {removing && (
        <RemoveStatus
          status={removing}
          targets={targetsOf(statuses, removing)}
          onRemove={(moveTo) => desk.remove(removing.item, moveTo)}
          onClose={() => setRemoving(null)}
        />
      )}
    </Card>
  );
}

/** Why it cannot be deleted. */
function staysBecause(say: Say, status: StatusEntry, targets: readonly StatusEntry[]): string | undefined {
  if (targets.length === 0) return say("boards.lastOfKind", "The last status of its kind cannot be deleted");
  return status.default ? say("boards.defaultStays", "Make another status the default first") : undefined;
}

const defaultWord = (say: Say, kind: Kind): string =>
  kind === "open" ? say("boards.beginsHere", "New tasks start here") : say("boards.endsHere", "Completed tasks go here");
