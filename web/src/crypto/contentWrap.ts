/**
 * The data key of one content revision for one role, by somebody who holds the role.
 *
 * A data key is drawn anew for every content revision, so a rewrite after a change of roles is protected
 * without a second thought and a roll moves 81 bytes per item and no contents.
 */
import { open, seal, type Box } from "./box.ts";
import { randomBytes, type Bytes } from "./bytes.ts";
import { damaged } from "./errors.ts";
import type { Id } from "./ids.ts";
import type { Branded } from "./keys.ts";
import type { RoleKey } from "./roleKey.ts";

/** 32 fresh bytes that open one content revision or one version of a file. */
export type DataKey = Branded<Bytes, "DataKey">;

export interface ContentRevision {
  readonly account: Id;
  readonly kind: string;
  readonly id: Id;
  readonly contentRevision: number;
}

export function generateDataKey(): DataKey {
  return randomBytes(32) as DataKey;
}

export function dataKey(bytes: Bytes): DataKey {
  if (bytes.length !== 32) throw damaged();
  return bytes as DataKey;
}

function context(key: RoleKey, { account, kind, id, contentRevision }: ContentRevision) {
  return { account, kind, id, contentRevision, role: key.role, generation: key.generation };
}

export function wrapContent(key: RoleKey, revision: ContentRevision, dek: DataKey): Promise<Box> {
  return seal(key.kek, "content-wrap", context(key, revision), dek);
}

export async function openContentWrap(key: RoleKey, revision: ContentRevision, box: Box): Promise<DataKey> {
  return dataKey(await open(key.kek, "content-wrap", context(key, revision), box));
}
