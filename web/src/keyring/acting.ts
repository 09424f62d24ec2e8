/**
 * Who may sign, seal, wrap or reveal something: a click of a person, or a line of the table of what a device does by itself.
 *
 * A flow that acts takes an `Acting` context, and nothing else has the operations for it. `byClick` is called where a call
 * of a person arrives, in the life of a keyring; all else goes through the table (`deputies.ts`). Another path does not compile.
 */
import type { Branded } from "../crypto/keys.ts";
import type { Context } from "./context.ts";
import type { ACTS } from "./worker/acts.ts";
import type { VaultOperations } from "./worker/operations.ts";
import type { Remote } from "./worker/rpc.ts";

export type Act = (typeof ACTS)[number];

/** What a flow may ask of the worker when it does not act: it looks, opens, checks and keeps. */
export type Looking = Remote<Omit<VaultOperations, Act>>;

export type Acting = Branded<Context & { readonly worker: Remote<VaultOperations> }, "Acting">;

/** A person wants it, with values that they saw. */
export const byClick = (context: Context): Acting => context as Acting;
