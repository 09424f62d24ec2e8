/** Writing statuses: every act is signed on this device. */
import { useMemo } from "react";

import { useCreateStatusMutation, useDeleteStatusMutation, useUpdateStatusMutation, wholeStatus, type StatusItem } from "../../../api/statuses";
import { done, signEntry, type EntryDesk } from "../../../boards/useReviseEntry";
import { inTurn, writeInTurn } from "../../../items/turns";
import { useKeyring } from "../../../keyring/react";
import type { NamedPayload } from "../../../payloads/named";
import { categoryOf, type Kind } from "./kinds";

export interface StatusDesk extends EntryDesk<StatusItem> {
  create: (id: string, payload: NamedPayload, kind: Kind) => Promise<unknown>;
  move: (id: string, place: { afterId: string } | { beforeId: string }) => Promise<unknown>;
  makeDefault: (item: StatusItem) => Promise<unknown>;
  remove: (item: StatusItem, moveTo: string) => Promise<unknown>;
}

const attributesOf = ({ category, outcome, default: isDefault, movedTo }: StatusItem) => ({ category, outcome, default: isDefault, movedTo });

export function useStatusDesk(): StatusDesk {
  const keyring = useKeyring();
  const [create] = useCreateStatusMutation();
  const [change] = useUpdateStatusMutation();
  const [remove] = useDeleteStatusMutation();

  return useMemo(() => {
    const kept = { kind: "status", attributesOf } as const;
    return {
      ...kept,
      whole: wholeStatus,
      async change(statusId, statusChange) {
        const { data, error } = await change({ statusId, statusChange });
        return data ? { data: { data: wholeStatus(data.data) } } : { error };
      },
      async create(id, payload, kind) {
        const audience = await keyring.defaultAudience("status");
        const { category, outcome } = categoryOf(kind);
        const sealed = await keyring.sealRecord({ kind: "status", id, payload, attrs: { category, outcome, default: false }, audience });
        return done(await create({ newStatus: { id, sealed, category, outcome } }));
      },
      move: (statusId, place) => inTurn([statusId], async () => done(await change({ statusId, statusChange: place }))),
      makeDefault: (item) =>
        writeInTurn(item, async (now) => {
          const signed = await signEntry(keyring, kept, now, { default: true });
          const { data } = done(await change({ statusId: now.id, statusChange: { version: now.version, default: true, ...signed } }));
          return wholeStatus(data);
        }),
      remove: (item, moveTo) =>
        writeInTurn(item, async (now) => {
          const signed = await signEntry(keyring, kept, now, { movedTo: moveTo });
          const { error } = await remove({ statusId: now.id, moveTo, entryEnd: { version: now.version, ...signed } });
          if (error) done({ error });
          return undefined;
        }),
    };
  }, [keyring, create, change, remove]);
}
