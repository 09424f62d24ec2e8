/** What people and roles are called, as far as the key log commits to it, and when somebody was there last. The texts and their salts come from the server; what is in force does not. */
import { generateSalt } from "../../crypto/attributes.ts";
import { personCommitment, roleNameCommitment, type PersonName } from "../../crypto/commitments.ts";
import type { Id } from "../../crypto/ids.ts";
import { isActive } from "../../crypto/keyLog/state.ts";
import { noteName, renamings, type Renaming } from "./renamings.ts";
import { isVouchedFor, state, type Vault } from "./vault.ts";

/**
 * `signed`: the text is the one under the commitment in force. `unconfirmed`: something else is. `told`: no log says
 * anything about it, so it is the server's word.
 */
export type Standing = "signed" | "unconfirmed" | "told";

interface Salted {
  readonly id: Id;
  readonly saltB64u: string;
}

/** A verified statement about an object: its author saw this history then. */
export function noteView({ views }: Pick<Vault, "views">, { authorUser, createdAt }: { readonly authorUser: Id; readonly createdAt: number }): void {
  views.set(authorUser, Math.max(createdAt, views.get(authorUser) ?? 0));
}

export function peopleOperations(vault: Vault) {
  const account = () => vault.book.account;

  async function standing(inForce: string | null | undefined, given: string, commit: () => Promise<string>): Promise<Standing> {
    // Nothing but the server has said that this is the account, so its log says no more than it does.
    if (!isVouchedFor(vault) || inForce === null || inForce === undefined) return "told";
    if (given === "") return "unconfirmed";
    return (await commit().catch(() => null)) === inForce ? "signed" : "unconfirmed";
  }

  return {
    commitPerson: async ({ user, person }: { user: Id; person: PersonName }) => {
      const saltB64u = generateSalt();
      return { saltB64u, commitment: await personCommitment(account(), user, saltB64u, person) };
    },

    /** Whether e-mail and name are those that a person stands for: in the log, or before the vouch in the card of the waiting device. */
    personFits: async ({ user, device, person, saltB64u }: { user: Id; device?: Id; person: PersonName; saltB64u: string }): Promise<boolean> => {
      const known = state(vault);
      const inForce = device === undefined ? known.users[user]?.personCommitment : known.devices[device]?.personCommitment;
      return (await personCommitment(account(), user, saltB64u, person)) === inForce;
    },

    /** How far the names of these people are known, in their order. */
    peopleStand: async ({ people }: { people: readonly (Salted & PersonName)[] }): Promise<Standing[]> => {
      const { users } = state(vault);
      return Promise.all(people.map(async ({ id, name, email, saltB64u }) => {
        const inForce = users[id]?.personCommitment;
        const found = await standing(inForce, saltB64u, () => personCommitment(account(), id, saltB64u, { name, email }));
        if (found === "signed" && inForce) noteName(vault.names, inForce, { name, email });
        return found;
      }));
    },

    /** How far the names of these roles are known, in their order. */
    rolesStand: async ({ roles }: { roles: readonly (Salted & { readonly name: string })[] }): Promise<Standing[]> => {
      const known = state(vault).roles;
      return Promise.all(roles.map(({ id, name, saltB64u }) =>
        standing(known[id]?.nameCommitment, saltB64u, () => roleNameCommitment(account(), id, saltB64u, name))));
    },

    /** When each person has last signed which history they see: in the key log, and in what was verified here. */
    newestViews: async (): Promise<Record<Id, number>> => {
      const newest = new Map(vault.views);
      for (const { entry, verdict } of vault.book.entries) {
        if (entry.is === "statement" && verdict.is === "valid") noteView({ views: newest }, entry.statement);
      }
      return Promise.resolve(Object.fromEntries(newest));
    },

    /** Everybody who has a device that counts, and everybody who had one and was signed to have gone, whatever the server lists. */
    peopleInRecord: async (): Promise<{ readonly withDevices: Id[]; readonly left: Id[] }> => {
      const known = state(vault);
      const all = isVouchedFor(vault) ? Object.keys(known.users) : [];
      return Promise.resolve({ withDevices: all.filter((id) => isActive(known, id)), left: all.filter((id) => !isActive(known, id)) });
    },

    /** Who has changed their own name lately. */
    renamings: async (): Promise<Renaming[]> => Promise.resolve(isVouchedFor(vault) ? renamings(vault.book, vault.names, vault.now()) : []),
  };
}
