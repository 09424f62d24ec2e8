/**
 * The types of profiles: what they are called by, and what their forms ask for.
 *
 * A profile and a group sign the id of their type. What an id means is the same in every account and is known here, not asked:
 * a server that exchanged two ids would show a house as a car, and have a person sign it. Only the order is the account's.
 */
import { PROFILE_TYPES } from "./types.generated";

export type FieldType = "text" | "longText" | "number" | "money" | "date" | "bool" | "url" | "select" | "secret" | "link";

export interface ProfileType {
  id: string;
  key: string;
  template: readonly { key: string; type: FieldType }[];
}

/** All types: first those that the server lists, as it lists them. */
export function inOrderOf(listed: readonly { id: string }[] | undefined): readonly ProfileType[] {
  const places = new Map(Array.isArray(listed) ? (listed as { id: string }[]).map(({ id }, place) => [id, place]) : []);
  const placeOf = ({ id }: ProfileType) => places.get(id) ?? PROFILE_TYPES.length;
  return [...PROFILE_TYPES].sort((one, other) => placeOf(one) - placeOf(other));
}
