/** What people and roles are called, and how far that is known. */
import type { Branded } from "../../crypto/keys.ts";

/**
 * How far a name is known. `signed`: under the commitment that the key record has in force, or fixed by the id. `unconfirmed`:
 * the record commits to another one. `told`: no record says anything about it, so it is the server's word.
 */
export type Standing = "signed" | "unconfirmed" | "told";

/** A change of name or e-mail that nobody but its person has signed yet, for thirty days. */
export interface OwnRenaming {
  readonly at: string;
  /** What was signed before; nothing where this device never saw it. */
  readonly before: PersonName | null;
}

/** A person with the name that the server has for them, and how far that is known. Nothing but the keyring makes one. */
export type KnownPerson = Branded<{ readonly id: string; readonly name: string; readonly email: string; readonly standing: Standing; readonly renamed: OwnRenaming | null }, "KnownPerson">;

/** The same for a role. A personal one is called after its person. */
export type KnownRole = Branded<{
  readonly id: string;
  /** Of the roles that every account has; it follows from the id. */
  readonly key: "owner" | "admin" | "member" | "auditor" | "analyst" | null;
  readonly name: string;
  readonly standing: Standing;
  readonly personalOf: string | null;
}, "KnownRole">;

/** What everybody is called. */
export interface Directory {
  readonly people: readonly KnownPerson[];
  readonly roles: readonly KnownRole[];
  /** Everybody who has a device that counts by the record, whomever the server lists. */
  readonly withDevices: readonly string[];
  /** Everybody whom the record ended, and who has no such device again. */
  readonly left: readonly string[];
}

/** Name and e-mail, as a person is known to others. */
export interface PersonName {
  name: string;
  email: string;
}
