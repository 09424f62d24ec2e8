/** The names behind the ids of the key record. */
import type { Member } from "../../api/accounts";
import type { Say } from "../../i18n/say";

export type People = ReadonlyMap<string, string>;

export const peopleOf = (members: readonly Member[]): People =>
  new Map(members.map(({ id, name, email }) => [id, name || email]));

/** The record outlives a membership, so somebody may have no name any more. */
export const nameOf = (people: People, id: string | null, say: Say): string =>
  (id !== null && people.get(id)) || say("access.somebody", "Somebody who left");

/** "Clara Hartmann" becomes "Clara". */
export const firstName = (name: string): string => name.split(/\s+/)[0] ?? name;
