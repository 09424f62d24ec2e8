/**
 * Answers of one list, opened by the keys worker and handed to the desk.
 *
 * The one place that opens the records of a kind. The page holds what is opened for no longer than it takes to hand it over,
 * and remembers versions alone. What an answer leaves out stays until somebody's statement has ended it.
 */
import type { Answered } from "../api/answered";
import { isBeingChecked } from "../crypto/errors";
import type { Keyring, Missing, ShownRecord } from "../keyring/contract";
import { closedBy } from "../keyring/react";
import type { KindCopy } from "./host";
import type { FromKeys } from "./messages";
import type { AlarmState, Ended, Kind, Opened, Shelf, Word } from "./row";

type Opens = Pick<Keyring, "showRecord" | "whenProven" | "missing" | "lastTitle" | "keptStand" | "areAsProven">;

interface Feeding {
  readonly kind: Kind;
  /** Where its rows stand; on that of the kind without one. */
  readonly shelf?: Shelf;
  /** What is deleted stays in its row: others still name it, or it is what is asked for. */
  readonly keepsDeleted?: boolean;
  /** The list is of what belongs to this item. */
  readonly within?: string;
  /** What an answer leaves out goes with it, judged by nobody: the list draws what is answered, and no more. */
  readonly followsAnswers?: boolean;
  /** Where copies of its rows are kept on this disk. */
  readonly copy?: KindCopy;
  readonly keyring: Opens;
  readonly to: (message: FromKeys) => void;
  /** Hears what has ended, and by whom. */
  readonly told: (missing: readonly Missing[]) => void;
}

export interface Feed {
  /** `askedAt`: when the question was asked that this answers whole; nothing where it is not. */
  readonly take: (answers: readonly Answered[], askedAt?: number) => Promise<void>;
  /** A page of an answer that is on its way. Nothing is missing from it, and nothing goes by it. */
  readonly open: (page: readonly Answered[]) => Promise<void>;
  readonly end: () => void;
}

/** Opened in steps, and handed over after each. */
const STEP = 256;

/** What becomes proven within this time is opened again together. */
const TOGETHER_MS = 250;

/** After which what could not be found out is asked again. */
const AGAIN_MS = 3000;

interface Told {
  readonly version: number;
  /** Of its newest statement: which version it is, is the server's word, and what is written goes on from these bytes. */
  readonly signature: string | null;
  /** As text: the same version may come with other words of the server. */
  readonly word: string;
  /** Nothing was found out: it could not be asked, or its chain is not known yet. */
  readonly isOpen: boolean;
}

export function startFeed({ kind, shelf = kind, keepsDeleted = false, within, followsAnswers = false, copy, keyring, to, told }: Feeding): Feed {
  const known = new Map<string, Told>();
  /** Rows of the copy that no answer has borne out yet. */
  const recalled = new Set<string>();
  let withheld: ReadonlySet<string> = new Set();
  let answers: readonly Answered[] = [];
  /** What was handed over last: several pages may hand over the same. */
  let last: { readonly given: readonly Answered[]; readonly askedAt: number | undefined; readonly done: Promise<void> } | null = null;
  /** Pages that were handed over, and when what is known of them is open. */
  const pages = new WeakSet<readonly Answered[]>();
  let paging: Promise<void> = Promise.resolve();
  let round = new AbortController();
  let again: ReturnType<typeof setTimeout> | undefined;
  let together: ReturnType<typeof setTimeout> | undefined;
  let proven: Answered[] = [];
  let ended = false;

  const isCurrent = (answer: Answered): boolean => !ended && isSame(known.get(answer.id), answer);
  const put = (rows: readonly Opened[]): void => {
    if (!ended && rows.length > 0) to({ put: shelf, rows });
  };
  const end = (rows: readonly Ended[]): void => {
    if (!ended && rows.length > 0) to({ end: shelf, rows });
  };

  async function openOne(answer: Answered): Promise<Opened | Ended> {
    try {
      const { item, contents } = await keyring.showRecord(kind, answer);
      if (item.deleted && !keepsDeleted) return { id: item.id, revision: item.revision };
      return rowOf(answer, item, contents);
    } catch (reason) {
      const given = givenBy(answer);
      if (isNotFound(reason)) return { ...given, state: "opening", item: null };
      const closed = closedRow(given, reason);
      return isAlarm(closed) ? { ...closed, last: await lastOf(answer.id) } : closed;
    }
  }

  /** What a copy holds is shown where it is the newest that is known: before anybody has answered, and never without being judged. */
  async function recall({ recall, keep }: KindCopy): Promise<void> {
    const rows = await recall();
    if (ended || rows.length === 0) return;
    const stand = await keyring.keptStand(kind, rows.map(({ id, revision, hash }) => ({ id, revision, hash })));
    if (ended) return;
    const standing = rows.filter((_, i) => stand[i]);
    for (const { id, version, word } of standing) {
      known.set(id, { version, signature: null, word: JSON.stringify(word), isOpen: false });
      recalled.add(id);
    }
    keep(standing.map(({ id }) => id));
  }

  const remembered = copy ? recall(copy).catch(() => undefined) : Promise.resolve();

  /** What is answered in place of a row of the copy is opened again, unless it is what this device has proven, to the byte. */
  async function bearOut(given: readonly Answered[], signal: AbortSignal): Promise<void> {
    const asked = given.filter(({ id }) => recalled.has(id));
    for (let from = 0; from < asked.length && !signal.aborted; from += STEP) {
      const some = asked.slice(from, from + STEP);
      const proven = await keyring.areAsProven(kind, some).catch(() => []);
      if (signal.aborted) return;
      some.forEach((answer, i) => {
        recalled.delete(answer.id);
        const before = known.get(answer.id);
        if (proven[i] && before?.version === answer.version) {
          known.set(answer.id, { ...before, signature: signatureOf(answer) });
          return;
        }
        known.delete(answer.id);
        // An earlier version takes the place of nothing in a list: what is said of it is said all the same.
        if (before && answer.version < before.version) end([{ id: answer.id, revision: null }]);
      });
    }
  }

  const lastOf = (id: string): Promise<string | null> => keyring.lastTitle(kind, id).catch(() => null);

  /** In a version that is known, with the same statement, only the server's word can be another. */
  function reword(given: readonly Answered[]): void {
    const rows = given.flatMap((answer) => {
      const [before, now] = [known.get(answer.id), toldOf(answer)];
      if (!isFound(before, answer) || before?.word === now.word) return [];
      known.set(answer.id, now);
      return [givenBy(answer)];
    });
    if (!ended && rows.length > 0) to({ reword: shelf, rows });
  }

  async function openAll(stale: readonly Answered[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < stale.length && !signal.aborted; from += STEP) {
      const some = stale.slice(from, from + STEP);
      const found = await Promise.all(some.map(openOne));
      if (signal.aborted) return;
      some.forEach((answer, i) => known.set(answer.id, toldOf(answer, isOpen(found[i]))));
      put(found.filter(isRow));
      end(found.filter(isEnd));
      some.forEach((answer, i) => follow(answer, found[i]));
    }
  }

  /** What is not proven yet is opened again when it is, or refused. */
  function follow(answer: Answered, found: Opened | Ended | undefined): void {
    if (!found || !isRow(found) || found.state !== "open" || found.item.grade === "proven") return;
    keyring.whenProven(kind, answer).then(
      () => {
        proven.push(answer);
        together ??= setTimeout(() => void openProven(), TOGETHER_MS);
      },
      (reason: unknown) => void refuse(answer, reason),
    );
  }

  async function openProven(): Promise<void> {
    const some = proven;
    [proven, together] = [[], undefined];
    const found = await Promise.all(some.map(openOne));
    const current = found.filter((_, i) => some[i] !== undefined && isCurrent(some[i]));
    put(current.filter(isRow).filter(isProven));
  }

  /** At once: what it said is gone before anybody has looked up how it was called. */
  async function refuse(answer: Answered, reason: unknown): Promise<void> {
    const closed = closedRow(givenBy(answer), reason);
    if (!isCurrent(answer) || !isAlarm(closed)) return;
    put([closed]);
    const last = await lastOf(answer.id);
    if (last !== null && isCurrent(answer)) put([{ ...closed, last }]);
  }

  /** What a whole answer left out has ended, or is withheld. What can not be judged now stays until the next answer. */
  async function judge(askedAt: number, signal: AbortSignal): Promise<void> {
    const answered = new Set(answers.map(({ id }) => id));
    const missing = await keyring.missing(kind, [...answered], { askedAt, ...(within !== undefined && { within }) }).catch(() => null);
    if (!missing || signal.aborted) return;
    told(missing);
    const now = missing.filter((one) => one.is === "withheld");
    put(now.map(({ id, title }) => ({ id, version: 0, word: {}, state: "withheld", item: null, last: title })));
    const stays = new Set(now.map(({ id }) => id));
    for (const id of stays) known.delete(id);
    leave(new Set([...answered, ...stays]));
    withheld = stays;
  }

  /** All but these are gone. */
  function leave(those: ReadonlySet<string>): void {
    const left = [...known.keys(), ...withheld].filter((id) => !those.has(id));
    for (const id of left) known.delete(id);
    end(left.map((id) => ({ id, revision: null })));
  }

  function open(page: readonly Answered[]): Promise<void> {
    if (!pages.has(page)) {
      pages.add(page);
      paging = paging.then(() => openPage(page));
    }
    return paging;
  }

  async function openPage(page: readonly Answered[]): Promise<void> {
    const { signal } = round;
    await remembered;
    await bearOut(page, signal);
    await openAll(page.filter((answer) => !isFound(known.get(answer.id), answer)), signal);
  }

  function take(given: readonly Answered[], askedAt?: number): Promise<void> {
    if (last?.given === given && last.askedAt === askedAt) return last.done;
    const done = takeAnew(given, askedAt);
    last = { given, askedAt, done };
    return done;
  }

  async function takeAnew(given: readonly Answered[], askedAt?: number): Promise<void> {
    // What is being opened of its pages need not be opened again; what one of them failed at is tried anew.
    await paging.catch(() => undefined);
    if (ended) return;
    round.abort();
    clearTimeout(again);
    round = new AbortController();
    const { signal } = round;
    answers = given;
    await remembered;
    await bearOut(given, signal);
    if (signal.aborted) return;
    reword(given);
    await openAll(given.filter((answer) => !isFound(known.get(answer.id), answer)), signal);
    if (signal.aborted) return;
    if (followsAnswers) leave(new Set(given.map(({ id }) => id)));
    else if (askedAt !== undefined) await judge(askedAt, signal);
    if (signal.aborted) return;
    to({ stage: shelf, is: askedAt === undefined ? "whole" : "newest" });
    if ([...known.values()].some(({ isOpen }) => isOpen)) again = setTimeout(() => void takeAnew(answers, askedAt), AGAIN_MS);
  }

  return {
    take,
    open,
    end: () => {
      ended = true;
      recalled.clear();
      round.abort();
      clearTimeout(again);
      clearTimeout(together);
    },
  };
}

const givenBy = ({ id, version, word }: Answered) => ({ id, version, word: word as Word });

const isSame = (known: Told | undefined, answer: Answered): known is Told => known?.version === answer.version && known.signature === signatureOf(answer);

const isFound = (known: Told | undefined, answer: Answered): boolean => isSame(known, answer) && !known.isOpen;

const toldOf = (answer: Answered, isOpen = false): Told =>
  ({ version: answer.version, signature: signatureOf(answer), word: JSON.stringify(answer.word), isOpen });

const signatureOf = ({ sealed, later }: Answered): string => (later.at(-1) ?? sealed).signatureB64u;

/** Nobody could look, or not yet. */
const isOpen = (found: Opened | Ended | undefined): boolean => !found || (isRow(found) && found.state === "opening");

const isRow = (found: Opened | Ended): found is Opened => "state" in found;
const isEnd = (found: Opened | Ended): found is Ended => !isRow(found);
const isProven = (row: Opened): boolean => row.state === "open" && row.item.grade === "proven";

function rowOf(answer: Answered, item: ShownRecord["item"], contents: ShownRecord["contents"]): Opened {
  const given = givenBy(answer);
  if ("payload" in contents) return { ...given, state: "open", item, payload: contents.payload };
  const closed = closedRow(given, contents.closed);
  // Its statements were verified: of contents that are refused all the same nothing is known.
  return isAlarm(closed) ? closed : { ...closed, item };
}

type Closed = Extract<Opened, { state: "sealed" | "broken" | "newer" }> | Refused;
type Refused = Extract<Opened, { state: AlarmState }>;

const isAlarm = (row: Closed): row is Refused => "last" in row;

const ALARM_STATES = { "rolled back": "rolledBack", foreign: "foreign", withheld: "withheld", altered: "altered" } as const;

function closedRow(given: ReturnType<typeof givenBy>, reason: unknown): Closed {
  const closed = closedBy(reason);
  if (closed.name === "alarm") return { ...given, state: ALARM_STATES[closed.word], item: null, last: null };
  if (closed.name === "sealed") return { ...given, state: "sealed", item: null };
  if (isNewer(reason)) return { ...given, state: "newer", item: null };
  return { ...given, state: "broken", item: null, ...(closed.unfit ? { unfit: true } : {}) };
}

const codeOf = (reason: unknown): unknown => (reason as { code?: unknown } | null)?.code;

/** Written by a newer version of the app. */
const isNewer = (reason: unknown): boolean => codeOf(reason) === "unimplemented";

/** Nobody could look, or not yet: its chain is not known, the keys do not open at this moment, or the worker did not say why. */
const isNotFound = (reason: unknown): boolean => isBeingChecked(reason) || (reason instanceof Error && reason.name === "NotInThisState") || typeof codeOf(reason) !== "string";
