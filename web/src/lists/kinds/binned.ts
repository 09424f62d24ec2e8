/** What the bin needs of a kind: `bin.ts` in its folder, fetched with the bin. */
import type { Answered } from "../../api/answered";
import type { Asked } from "../../api/held";
import type { Item } from "../item";
import { asOpened } from "../list/useAll";
import type { Making } from "../list/useRows";
import type { OpenedItem } from "../opening";
import type { BinDesk } from "../useItemActs";

type Deleted<Word extends object> = Asked<readonly Answered<Word>[]> & { isLoading: boolean };

export interface Binned<Word extends object = object, Own extends object = object> {
  /** Its items as they are opened. */
  readonly making: Making<Word, Own, unknown, OpenedItem<Item<Word, Own>, unknown>>;
  readonly useDeleted: (unless: { skip: boolean }) => Deleted<Word>;
  /** Where the ways out are signed for and sent. */
  readonly useDesk: () => BinDesk<Item<Word, Own>>;
}

/** The bin goes through all kinds alike: which item is of which, only each of these knows. */
export const binned = <Word extends object, Own extends object>({ making, ...rest }: Omit<Binned<Word, Own>, "making"> & { making: Omit<Binned<Word, Own>["making"], "rowOf"> }): Binned =>
  ({ ...rest, making: { ...making, rowOf: asOpened } }) as unknown as Binned;
