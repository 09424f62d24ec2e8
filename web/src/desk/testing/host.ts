/** The desk of a page in one thread. */
import { connectDesk } from "../connect.ts";
import { hostDesk, type DeskHost } from "../host.ts";
import type { DeskKind } from "../kind.ts";
import { workerHere } from "./worker.ts";

export const deskHere = (kinds: readonly DeskKind[]): DeskHost =>
  hostDesk((connecting) => connectDesk(workerHere(kinds), { ...connecting, nextFrame: queueMicrotask }), "en");
