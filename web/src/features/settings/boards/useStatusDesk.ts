/** Writing statuses: every act is signed on this device. */
import { useMemo } from "react";

import { useCreateStatusMutation, useDeleteStatusMutation, useUpdateStatusMutation, wholeStatus, type StatusItem } from "../../../api/statuses";
import { done, signEntry, type EntryDesk } from "../../../boards/useReviseEntry";
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
      move: async (statusId, place) => done(await change({ statusId, statusChange: place })),
      async makeDefault(item) {
        const signed = await signEntry(keyring, kept, item, { default: true });
        return done(await change({ statusId: item.id, statusChange: { version: item.version, default: true, ...signed } }));
      },
      async remove(item, moveTo) {
        const signed = await signEntry(keyring, kept, item, { movedTo: moveTo });
        const { error } = await remove({ statusId: item.id, moveTo, entryEnd: { version: item.version, ...signed } });
        if (error) done({ error });
      },
    };
  }, [keyring, create, change, remove]);
}
