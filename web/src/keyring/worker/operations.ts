/** Everything that a page can ask of the crypto worker. */
import type { Id } from "../../crypto/ids.ts";
import type { Anchored } from "../../crypto/keyLog/anchors.ts";
import type { FullPin } from "../../crypto/keyLog/pins.ts";
import { noAlarms } from "./alarms.ts";
import { keepHalves } from "../halves.ts";
import { audienceOperations } from "./audienceOperations.ts";
import { chainOperations } from "./chainOperations.ts";
import { comparisonOperations } from "./comparisonOperations.ts";
import { deviceOperations } from "./deviceOperations.ts";
import { disclosingOperations, nothingDisclosed } from "./disclosing.ts";
import { emptyFileDesk } from "./fileDesk.ts";
import { fileOperations } from "./fileOperations.ts";
import { invitationOperations } from "./invitationOperations.ts";
import { keptOperations } from "./keptOperations.ts";
import { nothingKnown } from "./known.ts";
import { openLogBook } from "./logBook.ts";
import { knownOperations } from "./knownOperations.ts";
import { listOperations } from "./listOperations.ts";
import { localOperations } from "./localOperations.ts";
import { logOperations } from "./logOperations.ts";
import { peopleOperations } from "./peopleOperations.ts";
import { recordOperations } from "./recordOperations.ts";
import { recoveredOperations } from "./recoveredOperations.ts";
import { noNames } from "./renamings.ts";
import { nothingAgreed, restartOperations } from "./restarts.ts";
import { roleOperations } from "./roleOperations.ts";
import { permitted, PERMITS } from "./permits.ts";
import type { Operations } from "./rpc.ts";
import { NOT_ASKED } from "./standing.ts";
import { noTitles } from "./titles.ts";
import { stateNow, type Vault } from "./vault.ts";

export interface Start {
  readonly account: Id;
  readonly pin: FullPin | null;
  /** What this browser knows about the account past the server; nothing before its person has compared. */
  readonly anchors: readonly Anchored[];
  readonly acknowledged: readonly number[];
}

export async function openVault(
  { account, pin, anchors, acknowledged }: Start, now: () => number = Date.now, storage: IDBFactory = globalThis.indexedDB,
): Promise<Vault> {
  return {
    book: await openLogBook(account, pin, anchors), answers: NOT_ASKED, refused: null, device: null, recovered: null, roles: new Map(), made: [],
    acknowledged: new Set(acknowledged), tags: new Map(), known: nothingKnown(), titles: noTitles(), names: noNames(), alarms: noAlarms(), awaited: new Map(), views: new Map(), signedAt: null, codes: new Map(), files: emptyFileDesk(), halves: keepHalves(storage), agreed: nothingAgreed(), disclosing: nothingDisclosed(), now,
  };
}

export function vaultOperations(vault: Vault) {
  return {
    ...deviceOperations(vault),
    ...localOperations(vault),
    ...logOperations(vault),
    ...roleOperations(vault),
    ...peopleOperations(vault),
    ...invitationOperations(vault),
    ...comparisonOperations(vault),
    ...recoveredOperations(vault),
    ...restartOperations(vault),
    ...disclosingOperations(vault),
    ...audienceOperations(vault),
    ...recordOperations(vault),
    ...listOperations(vault),
    ...keptOperations(vault),
    ...chainOperations(vault),
    ...knownOperations(vault),
    ...fileOperations(vault),
  };
}

export type VaultOperations = ReturnType<typeof vaultOperations>;

/** The operations of a worker that nothing was said to yet: the first call names the account, every later one may do work. */
export function startableOperations(now?: () => number): Operations {
  let started: Operations | null = null;
  const start = async (argument: Start): Promise<void> => {
    if (started) return;
    const vault = await openVault(argument, now);
    started = permitted(vaultOperations(vault), PERMITS, () => stateNow(vault));
  };
  return new Proxy<Operations>({}, { get: (_target, name) => (name === "start" ? start : started?.[String(name)]) });
}
