/** What can be done with one document, in its row and in its panel. */
import { Archive, CalendarPlus, Copy, Ellipsis, FileUp, Trash2 } from "lucide-react";

import { Button } from "../../components/Button";
import { Menu, MenuItem, MenuLine } from "../../components/Menu";
import { useSay } from "../../i18n/say";
import { canBeDeleted } from "../../lists/opening";
import { useMay } from "../../session/useSession";
import type { DocumentRow } from "./rows";
import type { RowActs } from "./useRowActs";

interface DocumentMenuProps {
  row: DocumentRow;
  acts: RowActs;
  /** In a row: the panel is opened from here. */
  onOpen?: () => void;
}

/** In its panel or on its page. */
export function DocumentMenu(props: DocumentMenuProps) {
  const say = useSay();
  const label = say("documents.menu", "More actions");
  return (
    <Menu
      label={label}
      trigger={
        <Button look="quiet" size="small" icon aria-label={label}>
          <Ellipsis />
        </Button>
      }
    >
      <DocumentMenuItems {...props} />
    </Menu>
  );
}

export function DocumentMenuItems({ row, acts, onOpen }: DocumentMenuProps) {
  const say = useSay();
  const may = useMay();
  const isOpen = row.opening.name === "open";
  const mayAddFile = isOpen && may("document.update") && may("document.create");
  return (
    <>
      {onOpen && <MenuItem label={say("documents.open", "Open")} keys="Enter" onAction={onOpen} />}
      {mayAddFile && (
        <>
          <MenuItem icon={CalendarPlus} label={say("documents.renew", "Renew")} onAction={() => acts.renew(row)} />
          <MenuItem icon={FileUp} label={say("documents.newVersion", "Add a new version")} onAction={() => acts.addVersion(row)} />
        </>
      )}
      {isOpen && may("document.create") && (
        <MenuItem icon={Copy} writes label={say("documents.duplicate", "Duplicate")} onAction={() => acts.duplicate(row)} />
      )}
      {mayAddFile && <MenuLine />}
      {isOpen && may("document.archive") && row.stage !== "draft" && (
        <MenuItem
          icon={Archive}
          writes
          label={row.stage === "archived" ? say("documents.unarchive", "Back to the list") : say("documents.archive", "Archive")}
          onAction={() => acts.archive(row)}
        />
      )}
      {canBeDeleted(row.opening) && may("document.delete") && (
        <MenuItem icon={Trash2} writes destroys label={say("documents.delete", "Delete")} onAction={() => acts.remove(row)} />
      )}
    </>
  );
}
