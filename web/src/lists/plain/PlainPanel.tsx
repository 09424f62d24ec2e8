/** One plain item beside its list. */
import { Maximize2 } from "lucide-react";

import { ButtonLink } from "../../components/Button";
import { SidePanel } from "../../components/collection/SidePanel";
import { useSay } from "../../i18n/say";
import type { BasePayload } from "../../payloads/base";
import { useRoleNames } from "../people/people";
import { titleOf } from "../marks";
import type { ItemActs } from "../useItemActs";
import { useNoteOpened } from "../useNoteOpened";
import { canBeDeleted } from "../opening";
import { PlainContents } from "./PlainContents";
import { PlainMenu } from "./PlainMenu";
import type { PlainRow, PlainScreen } from "./screen";
import type { Clash } from "./usePlain";
import type { PlainItem } from "../kinds/plain";

interface PlainPanelProps<Payload extends BasePayload> {
  screen: PlainScreen<Payload>;
  row: PlainRow<Payload>;
  acts: ItemActs<PlainItem>;
  place: number;
  count: number;
  clash: Clash<Payload> | null;
  onSettled: () => void;
  onOpen: (id: string | null) => void;
  onMove: (by: 1 | -1) => void;
}

export default function PlainPanel<Payload extends BasePayload>(props: PlainPanelProps<Payload>) {
  const { screen, row, acts, place, count, clash, onSettled, onOpen, onMove } = props;
  const say = useSay();
  const roles = useRoleNames();
  useNoteOpened(row.id);
  return (
    <SidePanel
      label={titleOf(row, row.title, screen.words(say).broken, say, roles)}
      place={place >= 0 ? say("panel.place", "{place} of {count}", { place: place + 1, count }) : undefined}
      onPrevious={place > 0 ? () => onMove(-1) : undefined}
      onNext={place >= 0 && place < count - 1 ? () => onMove(1) : undefined}
      onClose={() => onOpen(null)}
      actions={
        <>
          <ButtonLink
            look="quiet"
            size="small"
            icon
            href={`/${screen.path}/${row.id}`}
            aria-label={say("documents.openPage", "Open as page")}
          >
            <Maximize2 />
          </ButtonLink>
          {canBeDeleted(row.opening) && <PlainMenu screen={screen} row={row} acts={acts} />}
        </>
      }
    >
      <PlainContents screen={screen} row={row} clash={clash} onSettled={onSettled} onOpen={onOpen} />
    </SidePanel>
  );
}
