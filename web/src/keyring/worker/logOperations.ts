/** Operations on the log: taking what the server shows, and signing key statements that will be valid. */
import { fromBase64Url, toBase64Url } from "../../crypto/base64url.ts";
import { CryptoError } from "../../crypto/errors.ts";
import { checkEntry } from "../../crypto/keyLog/check.ts";
import { Fork, type FullPin } from "../../crypto/keyLog/pins.ts";
import { applyEntry } from "../../crypto/keyLog/replay.ts";
import type { KeyState } from "../../crypto/keyLog/state.ts";
import type { Leaf } from "../../crypto/leaves.ts";
import { rootOf, treeSize } from "../../crypto/merkle.ts";
import { sign } from "../../crypto/signature.ts";
import {
  rollProofMessage, signStatement, statementHash, type KeyStatementType, type Signed, type StatementFields, type StatementOf,
} from "../../crypto/statements.ts";
import type { RoleKey } from "../../crypto/roleKey.ts";
import type { DeviceKey } from "../../crypto/deviceKey.ts";
import { demandWritable, findings, takeAnswer, type Finding, type HeadAnswer, type LogBook } from "./logBook.ts";
import { ownWrites, type OwnWrite } from "./ownWrites.ts";
import { demandState, type HeadTime, type Standing } from "../standing.ts";
import type { Answers } from "./standing.ts";
import { adoptMadeKeys, headerFor, signContent, standing, state, stateNow, unlocked, type Vault } from "./vault.ts";

export type KeyDraft = {
  [T in KeyStatementType]: {
    readonly type: T;
    readonly fields: StatementFields<T>;
    /** The signature of a further device over its card. */
    readonly deviceSignatureB64u?: string;
    /** Of the commitment in it, where that is to a name which travels beside the log. */
    readonly saltB64u?: string;
  };
}[KeyStatementType];

/** The last statement of a chain. */
export interface ViewPlace {
  readonly seq: number;
  readonly hash: string;
}

export interface LogReport {
  readonly state: KeyState;
  readonly findings: Finding[];
  readonly pin: FullPin | null;
  readonly leaves: number;
  readonly head: HeadTime | null;
  /** What the state of this client follows from, but for the hour. */
  readonly standing: Standing;
  /** Own writes that the log does not show yet: how many, and those that are a minute late. */
  readonly awaited: number;
  readonly missing: readonly OwnWrite[];
  readonly acknowledged: number[];
}

function report(vault: Vault): LogReport {
  return {
    state: state(vault), findings: findings(vault.book), pin: vault.book.pin, leaves: treeSize(vault.book.tree),
    acknowledged: [...vault.acknowledged], head: vault.book.head, standing: standing(vault), ...ownWrites(vault),
  };
}

/** The keys of a roll prove it with the old generation; all else has one signature, or two with a card. */
async function secondSignature(draft: KeyDraft, statement: string, old: RoleKey | null): Promise<Partial<Signed>> {
  if (draft.type === "role.roll" && old) return { rollProofB64u: await sign(old.signing, rollProofMessage(fromBase64Url(statement))) };
  return draft.deviceSignatureB64u === undefined ? {} : { deviceSignatureB64u: draft.deviceSignatureB64u };
}

/** What became of the three questions about the log. */
export interface LogAnswers {
  readonly entries: readonly Signed[];
  readonly leaves: readonly Leaf[];
  readonly head: HeadAnswer | "missing" | "unreachable";
  /** What was answered where it was not what was asked for. */
  readonly instead?: unknown;
}

/** The first answer that is refused stays what this worker knows of the server; only a person begins anew. */
function refuse(vault: Vault, error: unknown, evidence: unknown): Fork {
  vault.refused ??= error instanceof Fork ? error : new Fork("missing", evidence);
  return vault.refused;
}

async function bookWith(vault: Vault, { entries, leaves, head }: LogAnswers): Promise<LogBook> {
  const taken = typeof head === "string" ? null : head;
  return takeAnswer(vault.book, entries, leaves, taken).catch((error: unknown) => {
    throw refuse(vault, error, { entries, leaves, head });
  });
}

function outcomeOf(book: LogBook, { head }: LogAnswers): Answers {
  return { log: book.entries.length > 0 ? "some" : "none", head: typeof head === "string" ? head : "fits" };
}

/** Who may bring a device in before anybody has confirmed the account: its own person, with a statement that grants nothing. */
function demandMaySign(vault: Vault, draft: KeyDraft): void {
  const now = stateNow(vault);
  if (draft.type !== "device.add") return demandState(now, ["verified"]);
  switch (draft.fields.how) {
    case "genesis":
      // The log was asked for, and is empty; a device that has signed one already may sign it anew.
      return demandState(vault.answers.log === "none" ? now : "unconfirmed", ["empty", "starting"]);
    case "first":
    case "recovery":
      return demandState(now, ["unconfirmed", "verified"]);
    default:
      return demandState(now, ["verified"]);
  }
}

/** Signs drafts one after another as if each were appended; one that would have no effect is never signed for sending. */
export async function signKeyStatements(
  vault: Vault, author: DeviceKey, drafts: readonly KeyDraft[], old: RoleKey | null = null,
): Promise<Signed[]> {
  demandWritable(vault.book, vault.acknowledged);
  for (const draft of drafts) demandMaySign(vault, draft);
  const signed: Signed[] = [];
  let after = state(vault);
  for (const draft of drafts) {
    const header = headerFor(vault, author, { seq: after.nextSeq, prevHash: after.head });
    const first = await signStatement(author.signing, draft.type, header, draft.fields as StatementFields<KeyStatementType>);
    const whole: Signed = { ...first, ...(await secondSignature(draft, first.statementB64u, old)) };
    const outcome = applyEntry(after, await checkEntry(after, whole));
    if (outcome.verdict.is !== "valid") throw new CryptoError("failed_precondition", outcome.verdict.reason);
    after = outcome.after;
    if (draft.type === "device.add" && draft.fields.how === "genesis") vault.book.anchors = [{ is: "genesis", device: author.device }];
    signed.push(draft.saltB64u === undefined ? whole : { ...whole, saltB64u: draft.saltB64u });
  }
  return signed;
}

export function logOperations(vault: Vault) {
  return {
    /** What this browser has kept: an older base to go on from, and no answer of anybody. */
    loadLog: async ({ entries, leaves }: { entries: readonly Signed[]; leaves: readonly Leaf[] }): Promise<LogReport> => {
      vault.book = await bookWith(vault, { entries, leaves, head: "unreachable" });
      return report(vault);
    },

    /** Takes answers that fit as a whole, and says in which state this client is then. Every anchor is asked of each of them. */
    takeLog: async (answers: LogAnswers): Promise<LogReport> => {
      if (vault.refused) throw vault.refused;
      vault.book = await bookWith(vault, answers);
      // Without an answer what was heard before stands, for as long as it is young enough.
      if (answers.head !== "unreachable") vault.answers = outcomeOf(vault.book, answers);
      if (stateNow(vault) === "alarm") throw refuse(vault, null, { ...answers, anchors: vault.book.anchors });
      adoptMadeKeys(vault);
      return report(vault);
    },

    /** The device has ended: its keys go, and what it knew of the account vouches for nothing that comes after it. */
    forgetDevice: async (): Promise<LogReport> => {
      vault.device = null;
      vault.roles.clear();
      vault.made.splice(0);
      vault.book.anchors = [];
      return Promise.resolve(report(vault));
    },

    acknowledge: async ({ seqs }: { seqs: readonly number[] }): Promise<LogReport> => {
      for (const seq of seqs) vault.acknowledged.add(seq);
      return Promise.resolve(report(vault));
    },

    signKeys: async ({ drafts, as }: { drafts: readonly KeyDraft[]; as?: "recovered" }): Promise<Signed[]> => {
      const author = as === "recovered" ? vault.recovered?.key : vault.device?.key;
      return signKeyStatements(vault, author ?? unlocked(vault), drafts);
    },

    /** When this device has signed something last, as far as the log and this page know. */
    lastSigned: async (): Promise<number> => {
      const own = vault.book.entries.findLast(({ entry }) => entry.is === "statement" && entry.statement.authorDevice === vault.device?.key.device);
      const logged = own?.entry.is === "statement" ? own.entry.statement.createdAt : 0;
      return Promise.resolve(Math.max(logged, vault.signedAt ?? 0));
    },

    /** The device tells which state of the account it has seen; its views form a chain of their own. */
    signView: async ({ previous }: { previous: ViewPlace | null }): Promise<{ signed: Signed; place: ViewPlace }> => {
      const { device } = unlocked(vault);
      const seq = (previous?.seq ?? 0) + 1;
      const place = previous ? { seq, prevHash: previous.hash } : { seq };
      const signed = await signContent(vault, "view.seen", place, { kind: "view", id: device });
      return { signed, place: { seq, hash: await statementHash(fromBase64Url(signed.statementB64u)) } };
    },

    /** Facts of the log for people to read. */
    history: async (): Promise<StatementOf<KeyStatementType>[]> =>
      Promise.resolve(vault.book.entries.flatMap(({ entry, verdict }) =>
        (entry.is === "statement" && verdict.is === "valid" ? [entry.statement] : []))),

    rootAt: async ({ size }: { size: number }): Promise<string> => toBase64Url(await rootOf(vault.book.tree, size)),
  };
}

