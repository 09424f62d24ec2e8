/**
 * The kinds of items that the app has lists of: here their folders meet.
 *
 * Lists and features may read this table, as its rows know nothing above the calls: what draws them is fetched when it is drawn.
 */
import { contactKind } from "../features/contacts/kind";
import { documentKind } from "../features/documents/kind";
import { profileKind } from "../features/profiles/kind";
import { taskKind } from "../features/tasks/kind";
import { vendorKind } from "../features/vendors/kind";
import type { KindCard } from "../lists/kinds/card";

const TABLE = [documentKind, taskKind, contactKind, vendorKind, profileKind] as const satisfies readonly KindCard[];

/** By what its items are called on the wire. */
export type ListedKind = (typeof TABLE)[number]["kind"];

export const KINDS: readonly (KindCard & { kind: ListedKind })[] = TABLE;

export const PATHS = Object.fromEntries(KINDS.map(({ kind, path }) => [kind, path])) as Record<ListedKind, string>;
