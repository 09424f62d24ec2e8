/**
 * The crypto worker: the only place of the app that holds keys.
 *
 * A bundle of its own without network and without foreign code; everything enters by typed messages.
 */
import { startableOperations } from "./operations.ts";
import { serve, type Port } from "./rpc.ts";

serve(globalThis as unknown as Port, startableOperations());
