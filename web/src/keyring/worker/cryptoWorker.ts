/**
 * The crypto worker: the only place of the app that holds keys.
 *
 * A bundle of its own without network and without foreign code; everything enters by typed messages. The first message
 * names the account, every later one is a call.
 */
import { openVault, vaultOperations, type Start } from "./operations.ts";
import { serve, type Port } from "./rpc.ts";

const port = globalThis as unknown as Port;

serve(port, startingWith(async (start: Start) => vaultOperations(await openVault(start))));

/** Operations that exist only after the worker was started once. */
function startingWith<O extends object>(open: (start: Start) => Promise<O>) {
  let operations: O | null = null;
  return new Proxy({} as Record<string, (argument: unknown) => Promise<unknown>>, {
    get: (_target, name) => {
      if (name === "start" && !operations) return async (start: Start) => { operations = await open(start); };
      return operations?.[name as keyof O];
    },
  });
}
