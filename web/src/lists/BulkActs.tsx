/** What every list offers for all that is selected: besides what its kind has, archiving and deleting. */
import { Archive, Trash2 } from "lucide-react";

import { useSay } from "../i18n/say";
import { useMay } from "../session/useSession";
import { BulkRun, type Doing, type Selected } from "./BulkRun";
import type { Item } from "./item";
import type { BinActs, ItemActs } from "./useItemActs";

interface BulkActsProps<One extends Item> {
  /** What the permissions of this kind begin with. */
  resource: string;
  /** Without an archive where this kind has none. */
  acts: BinActs<One> & Partial<Pick<ItemActs<One>, "archive">>;
  count: number;
  read: () => readonly Selected<One>[] | Promise<readonly Selected<One>[]>;
  isAll: boolean;
  leftAsTheyWere: (count: number) => string;
  more?: readonly Doing<One>[];
  onClear: () => void;
}

export function BulkActs<One extends Item>({ resource, acts, more = [], ...rest }: BulkActsProps<One>) {
  const say = useSay();
  const may = useMay();
  const archive: Doing<One> | undefined = acts.archive && {
    icon: Archive,
    label: say("documents.archive", "Archive"),
    running: say("bulk.archiving", "Archiving"),
    act: acts.archive,
    writes: true,
  };
  const remove: Doing<One> = {
    icon: Trash2,
    label: say("documents.delete", "Delete"),
    running: say("bulk.deleting", "Deleting"),
    act: acts.remove,
    writes: true,
    destroys: true,
    keys: "#",
  };
  const doings = [...more, ...(archive && may(`${resource}.archive`) ? [archive] : []), ...(may(`${resource}.delete`) ? [remove] : [])];
  return <BulkRun doings={doings} {...rest} />;
}
