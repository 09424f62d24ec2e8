/** Writing statuses: every act is signed on this device. */
import { useMemo } from "react";

import { answeredStatus, useCreateStatusMutation, useDeleteStatusMutation, useUpdateStatusMutation } from "../../../api/statuses";
import type { RankedItem } from "../../../api/workspace.generated";
import { done, signEntry, UNNAMED, type EntryDesk } from "../../../lists/boards/useReviseEntry";
import { inTurn, newest, writeInTurn, wrote } from "../../../lists/turns";
import { useKeyring } from "../../../keyring/react";
import type { NamedPayload } from "../../../payloads/shared.generated";
import { categoryOf, type Kind } from "./kinds";
import { STATUS, type StatusItem } from "../../../lists/kinds/board";
import { readItem, type Verifier } from "../../../lists/read";

export interface StatusDesk extends EntryDesk<StatusItem> {
  create: (id: string, payload: NamedPayload, kind: Kind) => Promise<unknown>;
  move: (id: string, place: { afterId: string } | { beforeId: string }) => Promise<unknown>;
  /** `former` is signed with it: that it is the default no more. */
  makeDefault: (item: StatusItem, former: StatusItem) => Promise<unknown>;
  remove: (item: StatusItem, moveTo: string) => Promise<unknown>;
}

const firstAttributes = ({ category, outcome, default: isDefault }: StatusItem) => ({ category, outcome, default: isDefault });

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
    const kept = { kind: "status", firstAttributes } as const;
    /** What has signed bytes ends by itself; a built-in one that nobody has changed gets them first. */
    const ending = async (now: StatusItem) => {
      const { id, sealed } = now;
      if (sealed) return { ...now, sealed };
      return { id, payload: UNNAMED, attrs: firstAttributes(now), audience: await keyring.defaultAudience("status") };
    };
    return {
      ...kept,
      read: (sent: RankedItem) => readStatus(keyring, sent),
      async change(statusId, statusBody) {
        const { data, error } = await change({ statusId, statusBody });
        return data ? { data: { data: await readStatus(keyring, data.data) } } : { error };
      },
      async create(id, payload, kind) {
        const audience = await keyring.defaultAudience("status");
        const { category, outcome } = categoryOf(kind);
        const sealed = await keyring.sealRecord({ kind: "status", id, payload, attrs: { category, outcome, default: false }, audience });
        return done(await create({ newStatus: { id, sealed } }));
      },
      move: (statusId, place) => inTurn([statusId], async () => done(await change({ statusId, statusBody: place }))),
      makeDefault: (item, former) =>
        inTurn([item.id, former.id], async () => {
          const [now, before] = [newest(item), newest(former)];
          const also = { id: before.id, version: before.version, ...(await signEntry(keyring, kept, before, { default: false })) };
          const signed = await signEntry(keyring, kept, now, { default: true });
          const { data } = done(await change({ statusId: now.id, statusBody: { version: now.version, ...signed, also } }));
          wrote(now.version, await readStatus(keyring, data));
        }),
      remove: (item, moveTo) =>
        writeInTurn(item, async (now) => {
          const { put, ...end } = await keyring.signEnd("status", await ending(now), { movedTo: moveTo });
          const first = put && { put: { id: now.id, sealed: put } };
          const { error } = await remove({ statusId: now.id, statusEnd: { version: now.version, ...end, ...first } });
          if (error) done({ error });
          return undefined;
        }),
    };
  }, [keyring, create, change, remove]);
}
