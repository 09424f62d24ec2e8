/** What people and roles are called: the texts of the server, each with how far the key record stands behind it. */
import { builtInRoleId, type BuiltInRole, type Id } from "../crypto/ids.ts";
import { failureOf, type KeyCalls, type MemberRow, type RoleRow } from "./calls.ts";
import { logState, type Context } from "./context.ts";
import type { Directory, KnownPerson, KnownRole, Standing } from "./contract.ts";
import type { OwnRenaming } from "./contract/people.ts";
import { writeDownKnown } from "./known.ts";

const BUILT_IN_NAMES: Readonly<Record<BuiltInRole, string>> = {
  owner: "Owner", admin: "Admin", member: "Member", auditor: "Auditor", analyst: "Analyst",
};

interface Built {
  readonly key: BuiltInRole;
  readonly name: string;
}

/** Their ids follow from the account and the key here, so nobody can give one of them another's name. */
async function builtInRoles(account: Id): Promise<ReadonlyMap<Id, Built>> {
  const keys = Object.keys(BUILT_IN_NAMES) as BuiltInRole[];
  return new Map(await Promise.all(keys.map(async (key) => [await builtInRoleId(account, key), { key, name: BUILT_IN_NAMES[key] }] as const)));
}

/** The one place where a person is made. */
const person = ({ id, name, email }: MemberRow, standing: Standing, renamed: OwnRenaming | null = null): KnownPerson =>
  ({ id, name, email, standing, renamed }) as KnownPerson;

const role = (id: Id, built: Built | undefined, said: { name: string; standing: Standing; personalOf: Id | null }): KnownRole =>
  ({ id, key: built?.key ?? null, ...said, ...(built && { name: built.name, standing: "signed" as const }) }) as KnownRole;

/** To a role that may not see who there is nobody is called anything. Any other failure says nothing about who there is. */
function unlessForbidden<Row>(error: unknown): readonly Row[] {
  if (failureOf(error)?.status === 403) return [];
  throw error;
}

async function told(calls: KeyCalls): Promise<[readonly MemberRow[], readonly RoleRow[]]> {
  return Promise.all([calls.members().catch(unlessForbidden<MemberRow>), calls.roles().catch(unlessForbidden<RoleRow>)]);
}

export async function directoryOf(context: Context): Promise<Directory> {
  const { worker, calls, account } = context;
  const [[members, rows], builtIn] = await Promise.all([told(calls), builtInRoles(account.id)]);
  const inLog = logState(context).roles;
  // A role that the server leaves out is there all the same, under no name.
  const roles = [...rows, ...Object.keys(inLog).filter((id) => !rows.some((row) => row.id === id)).map((id) => ({ id, name: "", nameSaltB64u: null }))];
  const [people, named, inRecord] = await Promise.all([
    worker.peopleStand({ people: members.map(({ id, name, email, personSaltB64u }) => ({ id, name, email, saltB64u: personSaltB64u ?? "" })) }),
    worker.rolesStand({ roles: roles.map(({ id, name, nameSaltB64u }) => ({ id, name, saltB64u: nameSaltB64u ?? "" })) }),
    worker.peopleInRecord(),
  ]);
  // After the names that stand now were looked at: what they were before is known by what was seen.
  const renamings = new Map((await worker.renamings()).map(({ user, at, before }) => [user, { at: new Date(at).toISOString(), before }]));
  if (context.record) await writeDownKnown(context);
  return {
    people: members.map((member, place) => person(member, people[place] ?? "told", renamings.get(member.id))),
    roles: roles.map(({ id, name }, place) => {
      const personalOf = inLog[id]?.personalOf ?? null;
      return role(id, builtIn.get(id), { name, standing: personalOf === null ? (named[place] ?? "told") : "signed", personalOf });
    }),
    ...inRecord,
  };
}

/** For a role without keys, which sees nothing but what the server says. */
export async function toldDirectory(account: Id, calls: KeyCalls): Promise<Directory> {
  const [[members, rows], builtIn] = await Promise.all([told(calls), builtInRoles(account)]);
  return {
    people: members.map((member) => person(member, "told")),
    roles: rows.map(({ id, name }) => role(id, builtIn.get(id), { name, standing: "told", personalOf: null })),
    withDevices: [],
    left: [],
  };
}
