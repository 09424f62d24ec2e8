/**
 * The desk worker: the only place of a tab that holds what was opened.
 *
 * A bundle of its own without keys, network and foreign code.
 */
import { serveDesk } from "../desk/serve.ts";
import { DESK_KINDS } from "./deskKinds.ts";

serveDesk(globalThis, DESK_KINDS);
