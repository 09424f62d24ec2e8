/** Everybody of the account: whom the server lists, and whoever has a device by the key record. */
import type { Member } from "../../api/accounts";
import type { KeyOverview } from "../../keyring/contract";
import type { People, Person } from "../../lists/people/people";

export interface Listed {
  id: string;
  person: Person;
  /** Nothing where the server does not list them. */
  word: Member["word"] | null;
}

/** Whoever reads by the record stands in the list, whatever the server leaves out, and nobody twice, whatever it repeats. */
export function listedOf(members: readonly Member[], people: People, overview?: Pick<KeyOverview, "devices">): Listed[] {
  const told = new Map(members.map(({ id, word }) => [id, word]));
  const active = overview?.devices.filter(({ revoked, vouched }) => !revoked && vouched !== null).map(({ userId }) => userId) ?? [];
  const unlisted = [...new Set(active)].filter((id) => !told.has(id));
  return [
    ...[...told].map(([id, word]) => ({ id, person: people.of(id), word })),
    ...unlisted.map((id) => ({ id, person: people.of(id), word: null })),
  ];
}
