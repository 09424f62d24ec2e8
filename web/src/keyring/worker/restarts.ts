/**
 * Roles whose key was started anew, without the one before: whoever did that reads what is wrapped for them from then on.
 *
 * So nothing is wrapped for such a role before a person of this device has agreed to that generation. Audiences go on
 * naming it, and what they owe is paid afterwards.
 */
import { CryptoError } from "../../crypto/errors.ts";
import type { Id } from "../../crypto/ids.ts";
import { validIn } from "./logBook.ts";
import { roleState, state, type Vault } from "./vault.ts";

/** The generation that its person has agreed to, by role, and what of it was not written down yet. */
export interface Agreed {
  readonly byRole: Map<Id, number>;
  readonly fresh: Set<Id>;
}

export type AgreedEntry = readonly [role: Id, generation: number];

export const nothingAgreed = (): Agreed => ({ byRole: new Map(), fresh: new Set() });

/** What was written down before; of one role the latest agreement counts. */
export function recallAgreed({ byRole }: Agreed, entries: readonly AgreedEntry[]): void {
  for (const [role, generation] of entries) byRole.set(role, Math.max(generation, byRole.get(role) ?? 0));
}

/** A role that was never started anew, or whose new key a person here has agreed to. */
export function isTrusted(vault: Vault, role: Id): boolean {
  const restartedAt = state(vault).roles[role]?.restartedAt ?? null;
  return restartedAt === null || vault.agreed.byRole.get(role) === restartedAt;
}

/** A key that its person has not agreed to. */
export interface Restart {
  readonly role: Id;
  readonly generation: number;
  readonly by: Id;
  readonly at: number;
}

export function restartOperations(vault: Vault) {
  return {
    restarts: async (): Promise<Restart[]> => {
      const asked = validIn(vault.book).flatMap((statement): Restart[] => {
        if (statement.type !== "role.create") return [];
        const { role, generation, authorUser: by, createdAt: at } = statement;
        const waits = state(vault).roles[role]?.restartedAt === generation && !isTrusted(vault, role);
        return waits ? [{ role, generation, by, at }] : [];
      });
      return Promise.resolve(asked);
    },

    /** Its person agrees to the generation that was shown to them; another one since is another question. */
    trustRestart: async ({ role, generation }: { role: Id; generation: number }): Promise<void> => {
      if (roleState(vault, role).restartedAt !== generation) throw new CryptoError("failed_precondition", "This role has another key by now.");
      vault.agreed.byRole.set(role, generation);
      vault.agreed.fresh.add(role);
      return Promise.resolve();
    },
  };
}
