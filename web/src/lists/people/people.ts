/**
 * What people and roles are called on the screen: one answer for every list, picker, sentence and avatar.
 *
 * A name that nobody has signed says so wherever it stands, also in the middle of a sentence and in a list of choices. A
 * `Person` is made of what the keyring knows, and of nothing else; so are the roles of `roles.ts`.
 */
import { useSay, type Say } from "../../i18n/say";
import type { Directory, KnownPerson, KnownRole, OwnRenaming, Standing } from "../../keyring/contract";
import { useDirectory } from "../../keyring/useDirectory";
import { builtInRoleName } from "./builtInRoles";

export interface Person {
  id: string;
  /** As it is drawn: it says so itself where nobody has signed it. */
  name: string;
  /** What an avatar has its letters from. */
  face: string;
  email: string;
  standing: Standing;
  /** A change of theirs that nobody else has signed yet. */
  renamed: OwnRenaming | null;
}

export interface People {
  /** Whom the server lists as members. */
  list: readonly Person[];
  /** Anybody by the id, also somebody whom it does not list. */
  of: (id: string) => Person;
}

/** What roles are called, by their ids: all that the key record knows, whether the server lists them or not. */
export type RoleNames = ReadonlyMap<string, string>;

const isSigned = ({ standing }: Pick<Person, "standing">): boolean => standing === "signed";

/** Only they are offered where somebody is chosen for something. */
export const signedOnes = <One extends Pick<Person, "standing">>(all: readonly One[]): One[] => all.filter(isSigned);

/** It says so first: where there is no room, the end of a name is what goes. */
const drawn = (say: Say, name: string, standing: Standing): string =>
  standing === "signed" ? name : say("people.unconfirmed", "(unconfirmed) {name}", { name });

function personOf(say: Say, { id, name, email, standing, renamed }: KnownPerson): Person {
  return { id, name: drawn(say, name || email, standing), face: standing === "signed" ? name || email : "?", email, standing, renamed: standing === "signed" ? renamed : null };
}

export function peopleOf(say: Say, directory: Directory | undefined): People {
  const list = directory?.people.map((known) => personOf(say, known)) ?? [];
  const byId = new Map(list.map((person) => [person.id, person]));
  const [withDevices, left] = [new Set(directory?.withDevices), new Set(directory?.left)];
  const of = (id: string): Person => {
    const found = byId.get(id);
    if (found) return found;
    const unnamed = { id, face: "?", email: "", renamed: null };
    // By the key record they are here, or have left. Of others the server just says nothing, and nobody has signed that they are gone.
    if (withDevices.has(id)) return { ...unnamed, name: say("people.unnamed", "Unnamed member"), standing: "unconfirmed" };
    if (left.has(id)) return { ...unnamed, name: say("access.somebody", "Someone who left"), standing: "signed" };
    return { ...unnamed, name: say("audit.somebody", "Someone"), standing: "told" };
  };
  return { list, of };
}

export function roleNameOf(say: Say, { key, name, standing, personalOf }: KnownRole, people: People): string {
  if (key !== null) return builtInRoleName(say, key);
  if (personalOf !== null) return say("keys.privateRole", "Private, {name}", { name: people.of(personalOf).name });
  return drawn(say, name || unnamed(say), standing);
}

const unnamed = (say: Say): string => say("keys.unnamedRole", "Unnamed role");

/** A role is called by its name, or said to have none. */
export const roleIn = (roles: RoleNames, id: string, say: Say): string => roles.get(id) ?? unnamed(say);

interface Names {
  say: Say;
  people: People;
  roles: RoleNames;
}

/** Worked out once for all who draw names: a list has them in every row. */
let last: { directory: Directory | undefined; names: Names } | undefined;

function namesIn(say: Say, directory: Directory | undefined): Names {
  if (last?.names.say === say && last.directory === directory) return last.names;
  const people = peopleOf(say, directory);
  const roles = new Map(directory?.roles.map((role) => [role.id, roleNameOf(say, role, people)]));
  last = { directory, names: { say, people, roles } };
  return last.names;
}

export function usePeople(): People {
  const say = useSay();
  return namesIn(say, useDirectory()).people;
}

export const useMembers = (): readonly Person[] => usePeople().list;

export function useRoleNames(): RoleNames {
  const say = useSay();
  return namesIn(say, useDirectory()).roles;
}
