/** Writing statuses: every act is signed on this device. */
import { useMemo } from "react";

import { answeredStatus, useCreateStatusMutation, useDeleteStatusMutation, useUpdateStatusMutation } from "../../../api/statuses";
import type { RankedItem } from "../../../api/workspace.generated";
import { done, signEntry, type EntryDesk } from "../../../boards/useReviseEntry";
import { inTurn, writeInTurn } from "../../../items/turns";
import { useKeyring } from "../../../keyring/react";
import type { NamedPayload } from "../../../payloads/named";
import { categoryOf, type Kind } from "./kinds";
import { STATUS, type StatusItem } from "../../../items/kinds/board";
import { readItem, type Verifier } from "../../../items/read";

export interface StatusDesk extends EntryDesk<StatusItem> {
  create: (id: string, payload: NamedPayload, kind: Kind) => Promise<unknown>;
  move: (id: string, place: { afterId: string } | { beforeId: string }) => Promise<unknown>;
  makeDefault: (item: StatusItem) => Promise<unknown>;
  remove: (item: StatusItem, moveTo: string) => Promise<unknown>;
}

const firstAttributes = ({ category, outcome, default: isDefault }: StatusItem) => ({ category, outcome, default: isDefault });

/** Another one may have become the default since it was signed as one. */
const standingAttributes = ({ default: isDefault }: StatusItem) => ({ default: isDefault });

/** Whatever was changed of it, the answer has signed bytes. */
async function readStatus(keyring: Verifier, sent: RankedItem): Promise<StatusItem> {
  const answer = answeredStatus(sent);
  if (!answer?.sealed) throw new Error("A status that was changed has signed bytes.");
  return readItem(keyring, STATUS, { ...answer, sealed: answer.sealed });
}

export function useStatusDesk(): StatusDesk {
  const keyring = useKeyring();
  const [create] = useCreateStatusMutation();
  const [change] = useUpdateStatusMutation();
  const [remove] = useDeleteStatusMutation();

  return useMemo(() => {
    const kept = { kind: "status", firstAttributes, standingAttributes } as const;
    return {
      ...kept,
      read: (sent: RankedItem) => readStatus(keyring, sent),
      async change(statusId, entryBody) {
        const { data, error } = await change({ statusId, entryBody });
        return data ? { data: { data: await readStatus(keyring, data.data) } } : { error };
      },
      async create(id, payload, kind) {
        const audience = await keyring.defaultAudience("status");
        const { category, outcome } = categoryOf(kind);
        const sealed = await keyring.sealRecord({ kind: "status", id, payload, attrs: { category, outcome, default: false }, audience });
        return done(await create({ newStatus: { id, sealed } }));
      },
      move: (statusId, place) => inTurn([statusId], async () => done(await change({ statusId, entryBody: place }))),
      makeDefault: (item) =>
        writeInTurn(item, async (now) => {
          const signed = await signEntry(keyring, kept, now, { default: true });
          const { data } = done(await change({ statusId: now.id, entryBody: { version: now.version, ...signed } }));
          return readStatus(keyring, data);
        }),
      remove: (item, moveTo) =>
        writeInTurn(item, async (now) => {
          const signed = await signEntry(keyring, kept, now, { movedTo: moveTo });
          const { error } = await remove({ statusId: now.id, entryEnd: { version: now.version, ...signed } });
          if (error) done({ error });
          return undefined;
        }),
    };
  }, [keyring, create, change, remove]);
}
