/** Contacts and vendors: of their attributes only the state is in the clear, and every item has one. */
import type { Item, ItemKind } from "../item";

export type PlainItem = Item;

export const CONTACT: ItemKind<object> = { kind: "contact", factsIn: () => ({}) };
export const VENDOR: ItemKind<object> = { kind: "vendor", factsIn: () => ({}) };
