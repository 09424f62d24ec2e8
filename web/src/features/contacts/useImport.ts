/** Many contacts at once: each sealed on this device, sent in batches, and taken back together. */
import { useCallback } from "react";

import { useCreateContactMutation, useDeleteContactsMutation } from "../../api/contacts";
import { answered } from "../../api/plainItems";
import type { Item } from "../../api/workspace.generated";
import { tell } from "../../components/notices";
import { useSay } from "../../i18n/say";
import { asBulk, CONTACT } from "./calls";
import { inBatches, type BulkHooks, type Refusal } from "../../lists/bulk";
import { readAll, type NewPlain } from "../../lists/desks/calls";
import { useKeyring } from "../../keyring/react";
import { withoutEmpty } from "../../payloads/base";
import type { Incoming } from "./incoming";
import type { PlainItem } from "../../lists/kinds/plain";
import { readItem } from "../../lists/read";

export interface Imported {
  done: number;
  refused: Refusal[];
}

export function useImport(): (entries: readonly Incoming[], hooks: BulkHooks) => Promise<Imported> {
  const say = useSay();
  const keyring = useKeyring();
  const [create] = useCreateContactMutation();
  const [remove] = useDeleteContactsMutation();

  return useCallback(
    async (entries, hooks) => {
      const audience = await keyring.defaultAudience("contact");
      const made: PlainItem[] = [];
      const said = new Map(entries.map(({ id, contact }) => [id, withoutEmpty(contact)]));
      const { done, refused } = await inBatches<{ id: string }, NewPlain>(
        [...said.keys()].map((id) => ({ id })),
        {
          ...hooks,
          // What is new has nothing before it.
          prove: () => Promise.resolve(),
          read: (sent) => Promise.resolve(sent),
          sign: async ({ id }) => {
            const sealed = await keyring.sealRecord({ kind: "contact", id, payload: said.get(id), attrs: { state: "active" }, audience });
            return { id, sealed };
          },
          async send(items) {
            const answer = await readAll(keyring, CONTACT, asBulk(await create({ newContacts: { items } })));
            made.push(...(answer.data?.data ?? []));
            return answer;
          },
        },
      );
      const takeBack = () =>
        void inBatches(made, {
          prove: (items) => keyring.proveEach("contact", items, { mayBeOlder: true }),
          read: (sent: Item) => readItem(keyring, CONTACT, answered(sent)),
          sign: async (item) => ({ id: item.id, ...(await keyring.signDelete("contact", item)) }),
          send: async (items) => readAll(keyring, CONTACT, await remove({ binMoves: { items } })),
        });
      if (done.length > 0)
        tell({ title: say("contacts.imported", "{count, plural, one {# contact} other {# contacts}} imported", { count: done.length }), undo: takeBack });
      return { done: done.length, refused };
    },
    [say, keyring, create, remove],
  );
}
