/** One line of an ordered list: a handle to move it by, what it is called, and what can be done with it. */
import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Pencil } from "lucide-react";
import type { ReactNode } from "react";

import { Button } from "../../components/Button";
import { Menu, MenuItem } from "../../components/Menu";
import { LockTile } from "../../components/Marks";
import type { Reorder } from "../../components/useReorder";
import { useSay } from "../../i18n/say";
import type { Item } from "../item";
import { titleOf } from "../marks";
import type { Opening } from "../../keyring/react";
import { useRoleNames } from "../people/people";
import styles from "./Boards.module.css";
import { EntryName } from "./EntryName";
import type { BoardEntry } from "./entry";

interface EntryRowProps {
  entry: BoardEntry & { opening: Opening<unknown> | null; item: Pick<Item, "audience"> };
  /** How many stand above it in the tree. */
  depth?: number;
  /** The ids it is ordered with, it among them. */
  among: readonly string[];
  broken: string;
  /** What its readers see only is not to be ordered or changed. */
  order: { reorder: Reorder; move: (id: string, to: number) => void } | null;
  /** In the place of the line while it is changed. */
  form: ReactNode;
  onEdit: (() => void) | undefined;
  /** Said beside the name, and below it where there is no room. */
  remark?: string | undefined;
  /** Facts at the end of the line. */
  marks?: ReactNode;
  /** Further acts of its menu. */
  acts?: ReactNode;
}

export function EntryRow({ entry, depth = 0, among, broken, order, form, onEdit, remark, marks, acts }: EntryRowProps) {
  const say = useSay();
  const roles = useRoleNames();
  const { id, name, opening, item } = entry;
  const place = among.indexOf(id);
  const mayBeWritten = opening === null || (opening.name === "open");
  const isClosed = opening?.name === "sealed" || opening?.name === "broken" || opening?.name === "alarm";
  return (
    <li className={styles["row"]} style={{ paddingInlineStart: 8 + depth * 24 }} {...order?.reorder.line(id)}>
      {order && (
        <button
          type="button"
          className={styles["handle"]}
          aria-label={say("boards.moveHandle", "Move {name}: arrow keys, or drag", { name })}
          {...order.reorder.handle(id, among)}
        >
          <GripVertical />
        </button>
      )}
      {form ?? (
        <>
          <span className={styles["name"]}>
            {isClosed ? (
              <>
                <LockTile />
                <span className="quiet clip">{titleOf({ item: item, opening }, null, broken, say, roles)}</span>
              </>
            ) : (
              <span className={styles["named"]}>
                <EntryName entry={entry} />
              </span>
            )}
            {remark && <span className="hint clip">{remark}</span>}
          </span>
          {marks}
          {onEdit && mayBeWritten && (
            <Button look="quiet" size="small" icon aria-label={say("boards.edit", "Edit {name}", { name })} onPress={onEdit}>
              <Pencil />
            </Button>
          )}
          {order && (
            <Menu
              label={say("documents.menu", "More actions")}
              trigger={
                <Button look="quiet" size="small" icon aria-label={say("boards.menu", "Actions for {name}", { name })}>
                  <Ellipsis />
                </Button>
              }
            >
              <MenuItem
                icon={ArrowUp}
                writes
                label={say("boards.up", "Move up")}
                isDisabled={place < 1}
                onAction={() => order.move(id, place - 1)}
              />
              <MenuItem
                icon={ArrowDown}
                writes
                label={say("boards.down", "Move down")}
                isDisabled={place + 1 >= among.length}
                onAction={() => order.move(id, place + 1)}
              />
              {acts}
            </Menu>
          )}
        </>
      )}
    </li>
  );
}
