/** What can be done with one plain item, in its row and in its panel. */
import { Archive, Ellipsis, Trash2 } from "lucide-react";

import { failureOf } from "../../api/failure";
import { Button } from "../../components/Button";
import { Menu, MenuItem } from "../../components/Menu";
import { tellFailure } from "../../components/notices";
import { failureTitle } from "../../i18n/fixedTexts";
import { useSay } from "../../i18n/say";
import type { BasePayload } from "../../payloads/base";
import { useMay } from "../../session/useSession";
import type { BulkResult } from "../bulk";
import { canBeDeleted } from "../opening";
import type { ItemActs } from "../useItemActs";
import type { PlainRow, PlainScreen } from "./screen";
import type { PlainItem } from "../kinds/plain";

interface PlainMenuProps<Payload extends BasePayload> {
  screen: PlainScreen<Payload>;
  row: PlainRow<Payload>;
  acts: ItemActs<PlainItem>;
  /** In a row: the panel is opened from here. */
  onOpen?: () => void;
}

/** In its panel or on its page. */
export function PlainMenu<Payload extends BasePayload>(props: PlainMenuProps<Payload>) {
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
      <PlainMenuItems {...props} />
    </Menu>
  );
}

export function PlainMenuItems<Payload extends BasePayload>({ screen, row, acts, onOpen }: PlainMenuProps<Payload>) {
  const say = useSay();
  const may = useMay();
  const { item } = row;
  const isOpen = row.opening.name === "open";
  const complain = (message: string) => tellFailure(failureTitle(say, "update"), message);
  const settle = (act: Promise<BulkResult<PlainItem>>) =>
    void act.then(
      ({ refused: [first] }) => first && complain(first.message),
      (reason: unknown) => complain(failureOf(reason).message),
    );
  return (
    <>
      {onOpen && <MenuItem label={say("documents.open", "Open")} keys="Enter" onAction={onOpen} />}
      {isOpen && may(`${screen.kind}.archive`) && (
        <MenuItem
          icon={Archive}
          writes
          label={
            item.lifecycle === "archived" ? say("documents.unarchive", "Back to the list") : say("documents.archive", "Archive")
          }
          onAction={() => settle(item.lifecycle === "archived" ? acts.unarchive([item]) : acts.archive([item]))}
        />
      )}
      {canBeDeleted(row.opening) && may(`${screen.kind}.delete`) && (
        <MenuItem icon={Trash2} writes destroys label={say("documents.delete", "Delete")} onAction={() => settle(acts.remove([item]))} />
      )}
    </>
  );
}
