/** Saves the name of an entry; returns the conflicting version if it was changed since. */
import { useMemo } from "react";

import { CallFailed, failureOf } from "../../api/failure";
import type { Clash as ItemClash, Found as ItemFound, Revise as ItemRevise } from "../revise";
import { revise } from "../revise";
import type { Members } from "../merge";
import type { Keyring, RecordKind, Sealed, SealedItem } from "../../keyring/contract";
import { useKeyring } from "../../keyring/react";
import type { NamedPayload } from "../../payloads/shared.generated";

/** An entry of the API. Without content it is built in and not renamed. */
export type EntryItem = Omit<SealedItem, "sealed"> & { sealed: SealedItem["sealed"] | null };

export type Found<Item> = ItemFound<Item, NamedPayload>;
export type Clash<Item> = ItemClash<Item, NamedPayload>;

interface Answer<Item> {
  data?: { data: Item };
  error?: unknown;
}

export interface EntryChange {
  version: number;
  sealed: Sealed;
}

/** Where the entries of one kind are written. The same object for as long as the page stands. */
export interface EntryDesk<Item extends EntryItem> {
  kind: RecordKind;
  /** All attributes of the first content of a built-in one, which has been what this app knows of it until then. */
  firstAttributes?: (item: Item) => Record<string, unknown>;
  /** An entry as the server tells it in an error, verified. */
  read: (sent: never) => Promise<Item>;
  change: (id: string, body: EntryChange) => PromiseLike<Answer<Item>>;
}

/** What says nothing of its own is called by the word that the product has for it. */
export const UNNAMED: NamedPayload = { v: 1, name: "" };

export const membersOf = (payload: NamedPayload): Members => ({ ...payload });

const isNamed = <Item extends EntryItem>(item: Item): item is Item & SealedItem => item.sealed !== null;

type Signing<Item extends EntryItem> = Pick<EntryDesk<Item>, "kind" | "firstAttributes">;

/** The next content of an entry: for those who read it, or its first one for all who may. */
export async function sealEntry<Item extends EntryItem>(
  keyring: Keyring,
  { kind, firstAttributes }: Signing<Item>,
  item: Item,
  payload: NamedPayload,
  changed: Record<string, unknown> = {},
): Promise<{ sealed: Sealed }> {
  if (isNamed(item)) {
    return { sealed: await keyring.sealRecord({ kind, id: item.id, payload, attrs: changed, previous: item }) };
  }
  const attrs = { ...firstAttributes?.(item), ...changed };
  return { sealed: await keyring.sealRecord({ kind, id: item.id, payload, attrs, audience: await keyring.defaultAudience(kind) }) };
}

/** A statement about attributes; of one that nobody has named it is its first content, which names it no more than before. */
export async function signEntry<Item extends EntryItem>(
  keyring: Keyring,
  desk: Signing<Item>,
  item: Item,
  changed: Record<string, unknown>,
) {
  if (!isNamed(item)) return sealEntry(keyring, desk, item, UNNAMED, changed);
  return keyring.signAttrs(desk.kind, item, changed);
}

/** Raises `CallFailed` with what the server says against it. */
export function done<Given>({ data, error }: { data?: Given; error?: unknown }): Given {
  if (error !== undefined || data === undefined) throw new CallFailed(failureOf(error));
  return data;
}

export function useReviseEntry<Item extends EntryItem>(desk: EntryDesk<Item>): ItemRevise<Item, NamedPayload> {
  const keyring = useKeyring();
  return useMemo(
    () => (base, yours) =>
      revise<Item, NamedPayload>(
        {
          membersOf,
          contentsFrom: (members) => members as unknown as NamedPayload,
          async send({ item }, payload) {
            const { data, error } = await desk.change(item.id, { version: item.version, ...(await sealEntry(keyring, desk, item, payload)) });
            return data ? { data: { data: [data.data], errors: [] } } : { error };
          },
          read: desk.read,
          open: async (item) => (isNamed(item) ? ((await keyring.openRecord(desk.kind, item)) as NamedPayload) : UNNAMED),
        },
        base,
        yours,
      ),
    [keyring, desk],
  );
}
