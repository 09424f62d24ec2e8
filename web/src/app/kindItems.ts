/**
 * What is asked and said of items by those who go through several kinds: palette, bin, log, home.
 *
 * The first list does without it, so it is no part of `app/kinds.ts`. A test holds the two tables against each other.
 */
import { contactItems } from "../features/contacts/items";
import { documentItems } from "../features/documents/items";
import { profileItems } from "../features/profiles/items";
import { taskItems } from "../features/tasks/items";
import { vendorItems } from "../features/vendors/items";
import type { KindItems } from "../lists/kinds/card";
import type { ListedKind } from "./kinds";

const TABLE = [documentItems, taskItems, contactItems, vendorItems, profileItems] as const satisfies readonly KindItems[];

/** Those to whose items emails are written. */
export type ReachedKind = Extract<(typeof TABLE)[number], { readonly reached: unknown }>["kind"];

/** In the order of `KINDS`, so that what is asked of each kind stands at its place. */
export const KIND_ITEMS: readonly (KindItems & { kind: ListedKind })[] = TABLE;

export const REACHED = TABLE.filter((one): one is Extract<typeof one, { readonly reached: unknown }> => "reached" in one);

export const itemsOf = (kind: ListedKind): KindItems => KIND_ITEMS.find((one) => one.kind === kind) as KindItems;
