/** Writing the groups that profiles stand in, and their parts: every act is signed on this device. */
import { useMemo } from "react";

import {
  useCreateProfileGroupMutation, useCreateProfileSubGroupMutation, useDeleteProfileGroupMutation, useDeleteProfileSubGroupMutation,
  useUpdateProfileGroupMutation, useUpdateProfileSubGroupMutation, wholeSubGroup, type GroupItem, type SubGroupItem,
} from "../../api/profiles";
import { done, type EntryDesk, type EntryItem } from "../../boards/useReviseEntry";
import { inTurn, writeInTurn } from "../../items/turns";
import { useKeyring } from "../../keyring/react";
import type { Keyring, SealedItem } from "../../keyring/contract";
import type { NamedPayload } from "../../payloads/named";

/** A group or a part of one: both are called something, ordered and removed alike. */
export type TreeItem = EntryItem & SealedItem & { rank: string; typeId?: string; groupId?: string };

export interface TreeDesk extends EntryDesk<TreeItem> {
  /** Under a type, or in a group. */
  create: (id: string, payload: NamedPayload, under: string) => Promise<unknown>;
  move: (id: string, place: { afterId: string } | { beforeId: string }) => Promise<unknown>;
  /** What is in it goes elsewhere; without a place there is nothing in it. */
  remove: (item: TreeItem, moveTo: string | null) => Promise<unknown>;
}

async function endOf(keyring: Keyring, kind: "profile-group" | "profile-sub-group", item: TreeItem, attrs: Record<string, unknown>, moveTo: string | null) {
  const signed = moveTo === null ? await keyring.signDelete(kind, item) : await keyring.signAttrs(kind, item, { ...attrs, movedTo: moveTo });
  return { version: item.version, ...signed };
}

const groupAttributes = ({ typeId }: TreeItem) => ({ typeId });
const partAttributes = ({ groupId }: TreeItem) => ({ groupId });

export function useGroupDesk(): TreeDesk {
  const keyring = useKeyring();
  const [create] = useCreateProfileGroupMutation();
  const [change] = useUpdateProfileGroupMutation();
  const [remove] = useDeleteProfileGroupMutation();
  return useMemo<TreeDesk>(
    () => ({
      kind: "profile-group",
      attributesOf: groupAttributes,
      whole: (sent: GroupItem) => ({ ...wholeSubGroup({ ...sent, groupId: sent.id }), typeId: sent.typeId }),
      async change(groupId, entryBody) {
        const { data, error } = await change({ groupId, entryBody });
        return data ? { data: { data: { ...wholeSubGroup({ ...data.data, groupId }), typeId: data.data.typeId } } } : { error };
      },
      async create(id, payload, typeId) {
        const audience = await keyring.defaultAudience("profile-group");
        const sealed = await keyring.sealRecord({ kind: "profile-group", id, payload, attrs: { typeId }, audience });
        return done(await create({ newGroup: { id, sealed, typeId } }));
      },
      move: (groupId, place) => inTurn([groupId], async () => done(await change({ groupId, entryBody: place }))),
      remove: (item, moveTo) =>
        writeInTurn(item, async (now) => {
          const entryEnd = await endOf(keyring, "profile-group", now, groupAttributes(now), moveTo);
          const { error } = await remove({ groupId: now.id, entryEnd, ...(moveTo !== null && { moveTo }) });
          if (error) done({ error });
          return undefined;
        }),
    }),
    [keyring, create, change, remove],
  );
}

export function useSubGroupDesk(): TreeDesk {
  const keyring = useKeyring();
  const [create] = useCreateProfileSubGroupMutation();
  const [change] = useUpdateProfileSubGroupMutation();
  const [remove] = useDeleteProfileSubGroupMutation();
  return useMemo<TreeDesk>(
    () => ({
      kind: "profile-sub-group",
      attributesOf: partAttributes,
      whole: (sent: SubGroupItem) => wholeSubGroup(sent),
      async change(subGroupId, entryBody) {
        const { data, error } = await change({ subGroupId, entryBody });
        return data ? { data: { data: wholeSubGroup(data.data) } } : { error };
      },
      async create(id, payload, groupId) {
        const audience = await keyring.defaultAudience("profile-sub-group");
        const sealed = await keyring.sealRecord({ kind: "profile-sub-group", id, payload, attrs: { groupId }, audience });
        return done(await create({ newSubGroup: { id, sealed, groupId } }));
      },
      move: (subGroupId, place) => inTurn([subGroupId], async () => done(await change({ subGroupId, entryBody: place }))),
      remove: (item, moveTo) =>
        writeInTurn(item, async (now) => {
          const entryEnd = await endOf(keyring, "profile-sub-group", now, partAttributes(now), moveTo);
          const { error } = await remove({ subGroupId: now.id, entryEnd, ...(moveTo !== null && { moveTo }) });
          if (error) done({ error });
          return undefined;
        }),
    }),
    [keyring, create, change, remove],
  );
}
