/** Contacts, vendors and their like: of their attributes only the state is in the clear, and every item has one. */
import type { RecordKind } from "../../keyring/contract";
import type { Item, ItemKind } from "../item";

export type PlainItem = Item;

export const plainKind = (kind: RecordKind): ItemKind<object> => ({ kind, factsIn: () => ({}) });
