/** The operations of the crypto worker without the door in front of them: a bench has no account to be verified in. */
import { openVault, vaultOperations, type Start } from "../src/keyring/worker/operations.ts";
import { serve, type Operations, type Port } from "../src/keyring/worker/rpc.ts";

const operations: Operations = {
  start: async (start: Start) => { Object.assign(operations, vaultOperations(await openVault(start))); },
};

serve(globalThis as unknown as Port, operations);
