/**
 * What the app knows of a kind of items, in two parts.
 *
 * The card is there before the first list: where the kind stands and what its news makes stale. What its items are asked by and called comes
 * with whoever looks through several kinds. Both are values in the folder of the kind, and meet in `app/kinds.ts` and `app/kindItems.ts`.
 */
import type { ComponentType } from "react";

import type { Tag } from "../../api/baseApi";
import type { Say } from "../../i18n/say";
import type { RecordKind } from "../../keyring/contract";
import type { SavedFilterPayload } from "../../payloads/saved-filter.generated";

type Load = () => Promise<{ default: ComponentType }>;

export interface KindCard {
  /** Also the resource in news of the server and in permissions: `vendor.read`. */
  readonly kind: RecordKind;
  /** What its news makes stale. */
  readonly tags: readonly Tag[];
  /** Of its list; an item is at `path/id`. */
  readonly path: `/${string}`;
  readonly icon: ComponentType;
  /** Pressed one after the other to go there. */
  readonly keys: string;
  /** Of the list. */
  readonly label: (say: Say) => string;
  readonly List: Load;
  /** Of one item. */
  readonly Page: Load;
  /** Where its list takes saved filters: the end of the address that gives it the look which was saved. */
  readonly lookOf?: (view: SavedFilterPayload["view"]) => string;
}
