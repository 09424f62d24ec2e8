/** Items of kinds that are not on the desk, as this device has verified and opened them. Before that nothing of them is drawn. */
import { useEffect, useMemo, useRef, useState } from "react";

import type { Answered } from "../api/answered";
import { isBeingChecked } from "../crypto/errors";
import type { Keyring, KeyState, RecordKind } from "../keyring/contract";
import { closedBy, useKeyring, useKeyState, withoutKeys, type Opening } from "../keyring/react";
import { useMissing } from "../keyring/useMissing";
import { itemOf, type Item, type ItemKind } from "./item";
import { openedItem, unserved, verifies, type OpenedItem } from "./opening";
import { useTellEnds } from "./useTellEnds";

interface Known<One extends Item, Payload> {
  /** What the server answered, as it was when this was found out. */
  answer: Answered;
  opened: OpenedItem<One, Payload>;
  /** Nothing was found out: it could not be asked, or its chain is not known yet. */
  open?: true;
}

type KnownById<One extends Item, Payload> = Map<string, Known<One, Payload>>;

/** Items are opened in steps, and shown after each, so a long list never blocks the page. */
const STEP = 256;

/** What becomes proven within this time is told at once. */
const TOGETHER_MS = 250;

/** After which what could not be found out is asked again. */
const AGAIN_MS = 3000;

/**
 * That a question was answered whole: what this device has proven and the answer leaves out is withheld, or has ended.
 *
 * Null where no list is drawn of the answer: of what somebody names, of the newest few, of the bin.
 */
export interface Whole<Word> {
  /** When it was asked; undefined while it is not answered. */
  askedAt: number | undefined;
  /** Where it was about one item, this one. */
  id?: string | undefined;
  /** Where it was about all that belongs to one item, this one. */
  within?: string | undefined;
  /** In place of the server's word about what it does not show. */
  nothing: Word;
}

/** Those that are not deleted: undefined until there is something to show; what is not verified yet is left out until it is. */
export function useOpenedItems<Word extends object, Own extends object, Payload>(
  kind: ItemKind<Own>,
  answers: readonly Answered<Word>[] | undefined,
  whole: Whole<Word> | null,
): OpenedItem<Item<Word, Own>, Payload>[] | undefined {
  const all = useOpenedWithDeleted<Word, Own, Payload>(kind, answers, whole);
  return useMemo(() => (all?.some(({ item }) => item.deleted) ? all.filter(({ item }) => !item.deleted) : all), [all]);
}

/** The same with those whose newest statement deletes them: for the bin, and where others may still name them. */
export function useOpenedWithDeleted<Word extends object, Own extends object, Payload>(
  kind: ItemKind<Own>,
  answers: readonly Answered<Word>[] | undefined,
  whole: Whole<Word> | null,
): OpenedItem<Item<Word, Own>, Payload>[] | undefined {
  const keyring = useKeyring();
  const { name } = useKeyState();
  // Plaintext stays in this component; it goes when the page goes or the device locks.
  const known = useRef<KnownById<Item<Word, Own>, Payload>>(new Map());
  const [round, setRound] = useState({ of: name, count: 0 });
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!verifies(name) || !answers) return undefined;
    const control = new AbortController();
    const step = () => setRound(({ count }) => ({ of: name, count: count + 1 }));
    let timer: ReturnType<typeof setTimeout> | undefined;
    const map = known.current;
    // What is proven later counts for as long as this is what the component knows, whatever is answered meanwhile.
    const isCurrent = () => known.current === map;
    void openAll(keyring, kind, answers, map, { signal: control.signal, isCurrent }, step).then((left) => {
      if (left > 0 && !control.signal.aborted) timer = setTimeout(() => setTries((count) => count + 1), AGAIN_MS);
    });
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [keyring, kind, answers, name, tries]);

  useEffect(() => {
    return () => {
      known.current = new Map();
    };
  }, [name]);

  const withheld = useWithheld<Word, Own, Payload>(kind, answers, whole);

  return useMemo(() => {
    if (!answers) return undefined;
    if (!verifies(name)) return answers.map((answer) => openedItem(itemOf(kind, answer, null), withoutKeys(name)));
    const shown = answers.flatMap((answer) => {
      const found = known.current.get(answer.id);
      return found ? [shownAs(found, answer, name)] : [];
    });
    // Read again after each step. Only before the first one nothing is known; what comes to an empty list does not take it away.
    const begun = round.of === name && round.count > 0;
    if (shown.length === 0 && answers.length > 0 && !begun) return undefined;
    return withheld.length > 0 ? [...shown, ...withheld] : shown;
  }, [answers, kind, name, round, withheld]);
}

const NONE: never[] = [];

/** Rows of what is not served any more and was ended by nobody: each stays, with that word. */
function useWithheld<Word extends object, Own extends object, Payload>(
  kind: ItemKind<Own>,
  answers: readonly Answered<Word>[] | undefined,
  whole: Whole<Word> | null,
): OpenedItem<Item<Word, Own>, Payload>[] {
  const { askedAt, id: asked, within } = whole ?? {};
  const answer = useMemo(() => {
    if (!answers || askedAt === undefined) return undefined;
    return { answered: answers.map(({ id }) => id), question: { askedAt, ...(asked === undefined ? {} : { ids: [asked] }), ...(within === undefined ? {} : { within }) } };
  }, [answers, askedAt, asked, within]);
  const missing = useMissing(kind.kind, answer, useTellEnds(kind.kind));
  const nothing = whole?.nothing;
  return useMemo(() => {
    const rows = missing.filter((one) => one.is === "withheld");
    if (rows.length === 0 || !nothing) return NONE;
    return rows.map(({ id, title }) => openedItem(itemOf(kind, unserved(id, nothing), null), { name: "alarm", word: "withheld", last: title }));
  }, [missing, kind, nothing]);
}

/** As it was found, until a newer version is verified. The same object for as long as nothing has changed. */
function shownAs<One extends Item, Payload>({ answer: before, opened }: Known<One, Payload>, answer: Answered, name: KeyState["name"]): OpenedItem<One, Payload> {
  if (name !== "ready" && opened.opening.name === "open") return { ...opened, opening: withoutKeys(name), settled: false };
  return before.version === answer.version ? opened : { ...opened, newestVersion: answer.version, settled: false };
}

async function openAll<Word extends object, Own extends object, Payload>(
  keyring: Keyring,
  kind: ItemKind<Own>,
  answers: readonly Answered<Word>[],
  known: KnownById<Item<Word, Own>, Payload>,
  { signal, isCurrent }: { signal: AbortSignal; isCurrent: () => boolean },
  step: () => void,
): Promise<number> {
  const stale = answers.filter((answer) => !isKnown(known, answer));
  for (let from = 0; from < stale.length && !signal.aborted; from += STEP) {
    const some = stale.slice(from, from + STEP);
    const found = await Promise.all(some.map((answer) => openOne<Word, Own, Payload>(keyring, kind, answer)));
    if (signal.aborted) return 0;
    for (const one of found) known.set(one.answer.id, one);
    step();
    proveAll(keyring, kind, some, known, isCurrent, step);
  }
  if (stale.length === 0) step();
  return answers.filter(({ id }) => known.get(id)?.open).length;
}

/** What becomes proven says who has made it, and may be built on; told together, when several are. */
function proveAll<Word extends object, Own extends object, Payload>(
  keyring: Keyring,
  kind: ItemKind<Own>,
  answers: readonly Answered<Word>[],
  known: KnownById<Item<Word, Own>, Payload>,
  isCurrent: () => boolean,
  step: () => void,
): void {
  let proven: Answered<Word>[] = [];
  async function tell(): Promise<void> {
    const some = proven;
    proven = [];
    const verified = await keyring.verify(kind.kind, some).catch(() => []);
    if (!isCurrent() || verified.length === 0) return;
    some.forEach((answer, i) => {
      const [found, item] = [known.get(answer.id), verified[i]];
      if (found?.answer.version !== answer.version || !item) return;
      const { opening } = found.opened;
      const now = opening.name === "open" ? { ...opening, proven: item.grade === "proven" } : opening;
      known.set(answer.id, { answer: found.answer, opened: openedItem({ ...itemOf(kind, answer, item), word: found.opened.item.word }, now) });
    });
    step();
  }
  for (const answer of answers) {
    const found = known.get(answer.id);
    if (!found || found.opened.opening.name !== "open" || found.opened.opening.proven) continue;
    keyring.whenProven(kind.kind, answer).then(
      () => {
        proven.push(answer);
        if (proven.length === 1) setTimeout(() => void tell(), TOGETHER_MS);
      },
      (reason: unknown) => {
        const show = (closed: Closed): void => {
          const found = known.get(answer.id);
          if (!isCurrent() || closed.name !== "alarm" || found?.answer.version !== answer.version) return;
          known.set(answer.id, { answer: found.answer, opened: openedItem(itemOf(kind, answer, null), closed) });
          step();
        };
        // At once: what it said is gone before anybody has looked up how it was called.
        const closed = closedBy(reason);
        show(closed);
        void withLast(keyring, kind.kind, answer.id, closed).then(show);
      },
    );
  }
}

/** The same version in another answer says nothing new but for the server's word. */
function isKnown<Word extends object, Own extends object, Payload>(known: KnownById<Item<Word, Own>, Payload>, answer: Answered<Word>): boolean {
  const found = known.get(answer.id);
  if (found?.answer.version !== answer.version || found.open) return false;
  if (found.answer !== answer) {
    const { opened } = found;
    known.set(answer.id, { answer, opened: { ...opened, item: { ...opened.item, word: answer.word } } });
  }
  return true;
}

/** One that is not what its authors signed keeps its place, without any fact. */
async function openOne<Word extends object, Own extends object, Payload>(
  keyring: Keyring,
  kind: ItemKind<Own>,
  answer: Answered<Word>,
): Promise<Known<Item<Word, Own>, Payload>> {
  try {
    const { item, contents } = await keyring.showRecord(kind.kind, answer);
    const opening =
      "payload" in contents
        ? ({ name: "open", payload: contents.payload as Payload, proven: item.grade === "proven" } as const)
        : inState(closedBy(contents.closed), keyring.state().name);
    return { answer, opened: openedItem(itemOf(kind, answer, item), opening) };
  } catch (reason) {
    const { name } = keyring.state();
    const closed = await withLast(keyring, kind.kind, answer.id, closedBy(reason));
    if (closed.name === "alarm" || isFinding(reason)) return { answer, opened: openedItem(itemOf(kind, answer, null), inState(closed, name)) };
    return { answer, opened: openedItem(itemOf(kind, answer, null), name === "ready" ? { name: "opening" } : withoutKeys(name)), open: true };
  }
}

type Closed = ReturnType<typeof closedBy>;

/** What is refused is called as it was when it was proven last. */
async function withLast(keyring: Keyring, kind: RecordKind, id: string, closed: Closed): Promise<Closed> {
  if (closed.name !== "alarm") return closed;
  return { ...closed, last: await keyring.lastTitle(kind, id).catch(() => null) };
}

/** At this moment nothing is verified, or its chain is not known: nothing was found out about the item. */
const isNotNow = (reason: unknown): boolean => isBeingChecked(reason) || (reason instanceof Error && reason.name === "NotInThisState");

/** The worker has looked, and says why not; anything else is that nobody could look, or not yet. */
const isFinding = (reason: unknown): boolean => !isNotNow(reason) && typeof (reason as { code?: unknown } | null)?.code === "string";

/** Without a key nothing opens because of the device and not because of the item. */
function inState(closed: Opening<never>, name: KeyState["name"]): Opening<never> {
  return closed.name === "sealed" && name !== "ready" ? withoutKeys(name) : closed;
}
