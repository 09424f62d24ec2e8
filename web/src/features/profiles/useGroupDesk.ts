/** Writing the groups that profiles stand in, and their parts: every act is signed on this device. */
import { useMemo } from "react";

import {
  answeredGroup, answeredSubGroup, useCreateProfileGroupMutation, useCreateProfileSubGroupMutation, useDeleteProfileGroupMutation,
  useDeleteProfileSubGroupMutation, useUpdateProfileGroupMutation, useUpdateProfileSubGroupMutation,
} from "../../api/profiles";
import type { GroupItem as SentGroup, RankedItem } from "../../api/workspace.generated";
import { done, type EntryDesk } from "../../lists/boards/useReviseEntry";
import { PROFILE_GROUP, PROFILE_SUB_GROUP, type GroupItem, type SubGroupItem } from "../../lists/kinds/profile";
import { readItem, type Verifier } from "../../lists/read";
import { inTurn, writeInTurn } from "../../lists/turns";
import { useKeyring } from "../../keyring/react";
import type { Keyring } from "../../keyring/contract";
import type { NamedPayload } from "../../payloads/shared.generated";

/** A group or a part of one: both are called something, ordered and removed alike. */
export type TreeItem = GroupItem | SubGroupItem;

export interface TreeDesk extends EntryDesk<TreeItem> {
  /** Under a type, or in a group. */
  create: (id: string, payload: NamedPayload, under: string) => Promise<unknown>;
  move: (id: string, place: { afterId: string } | { beforeId: string }) => Promise<unknown>;
  /** What is in it goes elsewhere; without a place there is nothing in it. */
  remove: (item: TreeItem, moveTo: string | null) => Promise<unknown>;
}

async function endOf(keyring: Keyring, kind: "profile-group" | "profile-sub-group", item: TreeItem, moveTo: string | null) {
  const signed = moveTo === null ? await keyring.signDelete(kind, item) : await keyring.signEnd(kind, item, { movedTo: moveTo });
  return { version: item.version, ...signed };
}

const readGroup = (keyring: Verifier, sent: SentGroup): Promise<GroupItem> => readItem(keyring, PROFILE_GROUP, answeredGroup(sent));
const readPart = (keyring: Verifier, sent: RankedItem): Promise<SubGroupItem> => readItem(keyring, PROFILE_SUB_GROUP, answeredSubGroup(sent));

export function useGroupDesk(): TreeDesk {
  const keyring = useKeyring();
  const [create] = useCreateProfileGroupMutation();
  const [change] = useUpdateProfileGroupMutation();
  const [remove] = useDeleteProfileGroupMutation();
  return useMemo<TreeDesk>(
    () => ({
      kind: "profile-group",
      read: (sent: SentGroup) => readGroup(keyring, sent),
      async change(groupId, entryBody) {
        const { data, error } = await change({ groupId, entryBody });
        return data ? { data: { data: await readGroup(keyring, data.data) } } : { error };
      },
      async create(id, payload, typeId) {
        const audience = await keyring.defaultAudience("profile-group");
        const sealed = await keyring.sealRecord({ kind: "profile-group", id, payload, attrs: { typeId }, audience });
        return done(await create({ newGroup: { id, sealed } }));
      },
      move: (groupId, place) => inTurn([groupId], async () => done(await change({ groupId, entryBody: place }))),
      remove: (item, moveTo) =>
        writeInTurn(item, async (now) => {
          const entryEnd = await endOf(keyring, "profile-group", now, moveTo);
          const { error } = await remove({ groupId: now.id, entryEnd });
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
      read: (sent: RankedItem) => readPart(keyring, sent),
      async change(subGroupId, entryBody) {
        const { data, error } = await change({ subGroupId, entryBody });
        return data ? { data: { data: await readPart(keyring, data.data) } } : { error };
      },
      async create(id, payload, groupId) {
        const audience = await keyring.defaultAudience("profile-sub-group");
        const sealed = await keyring.sealRecord({ kind: "profile-sub-group", id, payload, attrs: { groupId }, audience });
        return done(await create({ newSubGroup: { id, sealed } }));
      },
      move: (subGroupId, place) => inTurn([subGroupId], async () => done(await change({ subGroupId, entryBody: place }))),
      remove: (item, moveTo) =>
        writeInTurn(item, async (now) => {
          const entryEnd = await endOf(keyring, "profile-sub-group", now, moveTo);
          const { error } = await remove({ subGroupId: now.id, entryEnd });
          if (error) done({ error });
          return undefined;
        }),
    }),
    [keyring, create, change, remove],
  );
}
