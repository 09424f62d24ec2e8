/**
 * What the app knows of a kind of items, in two parts.
 *
 * The card is there before the first list: where the kind stands and what its news makes stale. What its items are asked by and called comes
 * with whoever looks through several kinds. Both are values in the folder of the kind, and meet in `app/kinds.ts` and `app/kindItems.ts`.
 */
import type { ComponentType } from "react";

import type { Answered } from "../../api/answered";
import type { ApiFailure } from "../../api/failure";
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

/** The list of a kind as a whole. */
export interface Listed {
  readonly rows: readonly Answered[] | undefined;
  /** Nothing was answered yet. */
  readonly isLoading: boolean;
  /** When all of it was asked for that `rows` answer whole. */
  readonly askedAt: number | undefined;
  readonly failure: ApiFailure | null;
  readonly again: () => void;
}

/** Whom an email is written to, as the contents of an item say it. */
export interface Reached {
  readonly name: string;
  /** Where it is not said, the first word of the name. */
  readonly firstName?: string | undefined;
  readonly organization: string;
  readonly emails: readonly { address: string; pref?: boolean }[] | undefined;
  readonly tags: readonly string[] | undefined;
}

/** As they stand together in the filter of the audit log. */
type GroupOfActs = "documents" | "tasks" | "contacts" | "profiles";

export interface KindItems {
  readonly kind: RecordKind;
  readonly useAll: (unless: { skip: boolean }) => Listed;
  /** Whether its list is there and follows what changes; nobody is asked for it. */
  readonly useIsHere: () => boolean;
  /** One of them. */
  readonly word: (say: Say) => string;
  /** The same as the audit log says it. */
  readonly logged: (say: Say) => string;
  /** Something new, and what stands for it where that is not the icon of the kind. */
  readonly fresh: (say: Say) => string;
  readonly freshIcon?: ComponentType;
  readonly counted: (say: Say, count: number) => string;
  /** Where emails are written to them: only opened contents of the kind are given. */
  readonly reached?: (payload: never) => Reached;
  readonly group: GroupOfActs;
  /** What happens to one of them, by the end of its action: "vendor.created" goes on after a name with "added a vendor". */
  readonly acts: Readonly<Record<string, (say: Say) => string>>;
}
