/**
 * What the worker does in each state of the client: one table, asked at its door.
 *
 * The page asks for nothing that is not permitted either; whoever gets past the page finds this closed.
 */
import type { ClientState } from "../../crypto/keyLog/clientState.ts";
import { demandState } from "../standing.ts";
import type { VaultOperations } from "./operations.ts";
import type { Operations } from "./rpc.ts";

const ALL: readonly ClientState[] = ["starting", "empty", "unconfirmed", "verified", "late", "alarm"];
/** Bringing the own device in, and what that takes. */
const JOINING: readonly ClientState[] = ["starting", "empty", "unconfirmed", "verified"];
const COMPARING: readonly ClientState[] = ["unconfirmed"];
const READING: readonly ClientState[] = ["verified", "late"];
const WRITING: readonly ClientState[] = ["verified"];

export const PERMITS: Readonly<Record<keyof VaultOperations, readonly ClientState[]>> = {
  // What the server answered, and what the log says about it.
  loadLog: ALL, takeLog: ALL, acknowledge: ALL, history: ALL, rootAt: ALL, lastSigned: ALL, forgetDevice: ALL, openKept: ALL, takeFresh: ALL,
  unconfirmedDevices: ALL, holdsRecovered: ALL, restarts: ALL,
  // What was found out about the server stays readable whatever it does.
  alarmReport: ALL, markAlarmsRead: ALL, noteRefused: ALL, alarmEvidence: ALL,
  heldRoles: ALL, personFits: ALL, commitPerson: ALL, peopleStand: ALL, rolesStand: ALL, newestViews: ALL, peopleInRecord: ALL, renamings: ALL,
  // The own device, which this browser keeps for itself.
  unlock: ALL, openCache: ALL, sealCache: ALL, cacheIsKept: ALL, forgetSecret: ALL, testPassphrase: ALL, protectAnew: ALL, hashBox: ALL,
  readRecovery: ALL, testRecovery: ALL, sealLocal: ALL, openLocal: ALL, lendCopies: READING,
  // Statements that bring it in are the only ones that are signed before an account is confirmed.
  createDevice: JOINING, signCard: JOINING, signKeys: JOINING, takeFile: JOINING, recover: ["unconfirmed", "verified"],
  codeFits: COMPARING, ownWord: COMPARING, takeOwnWord: COMPARING, answerToRead: ["starting", "verified", "late"],
  // Reading, and what is in the clear beside it.
  discloses: READING, agreeToDisclose: WRITING,
  openBundle: READING, openRecord: READING, showRecords: READING, keptStand: READING, areAsProven: READING, verifyRecords: READING, openFile: READING, signedBy: READING, openFrames: READING,
  audienceOf: READING, missingChains: READING, missingOfFile: READING, leftOut: READING, judgeLeftOut: READING, lastTitles: READING, provenUpTo: READING, judgeAgain: READING, proveRecords: READING, proveFile: READING,
  // Signing, sealing, sharing, and looking into what others have sent for that.
  trustRestart: WRITING, createRole: WRITING, rollRole: WRITING, wrapForDevices: WRITING, openRecoveredWraps: WRITING,
  makeInvitation: WRITING, invitationFragment: WRITING, checkInvitation: WRITING, checkPending: WRITING, makePairing: WRITING,
  codeToRead: WRITING, answerFits: WRITING, signView: WRITING,
  sealRecord: WRITING, signAttributes: WRITING, signDelete: WRITING, signEnd: WRITING, debtOf: WRITING, filesToShare: WRITING, changeAudience: WRITING, shareFile: WRITING, payRecord: WRITING, payFile: WRITING,
  startFile: WRITING, sealPart: WRITING, finishFile: WRITING, dropFile: ALL,
};

/** The operations of a worker behind the table. */
export function permitted<O extends Operations>(operations: O, permits: Readonly<Record<keyof O, readonly ClientState[]>>, now: () => ClientState): O {
  const guarded = Object.entries(operations).map(([name, run]) => [name, async (argument: unknown) => {
    demandState(now(), permits[name] ?? []);
    return run(argument);
  }]);
  return Object.fromEntries(guarded) as O;
}
