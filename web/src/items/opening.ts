/** Items of a list as this device has verified and opened them. Before that nothing of them is drawn. */
import { useEffect, useMemo, useRef, useState } from "react";

import type { Answered } from "../api/answered";
import type { Keyring, KeyState } from "../keyring/contract";
import { closedBy, useKeyring, useKeyState, withoutKeys, type Opening } from "../keyring/react";
import { itemOf, type Item, type ItemKind } from "./item";
import { noteVerified } from "./verified";

export interface OpenedItem<One extends Item, Payload> {
  id: string;
  item: One;
  opening: Opening<Payload>;
  /** The newest one that the server has told of; for a moment after a change the item is still an earlier one. */
  newestVersion: number;
  /** Writes wait until the newest version is verified, which takes a moment. */
  settled: boolean;
}

/** What cannot be shown can be deleted all the same; what this device has no key for is for others to decide. */
export const canBeDeleted = ({ name }: Opening<unknown>): boolean => name === "open" || name === "broken";

interface Known<One extends Item, Payload> {
  /** What the server answered, as it was when this was found out. */
  answer: Answered;
  opened: OpenedItem<One, Payload>;
}

type KnownById<One extends Item, Payload> = Map<string, Known<One, Payload>>;

/** Items are opened in steps, and shown after each, so a long list never blocks the page. */
const STEP = 256;

/** What people have signed can be verified without a key of one's own; the contents stay closed. */
const verifies = (name: KeyState["name"]): boolean => name === "ready" || name === "locked" || name === "waiting";

/** Undefined until there is something to show; what is not verified yet is left out until it is. */
export function useOpenedItems<Word extends object, Own extends object, Payload>(
  kind: ItemKind<Own>,
  answers: readonly Answered<Word>[] | undefined,
): OpenedItem<Item<Word, Own>, Payload>[] | undefined {
  const keyring = useKeyring();
  const { name } = useKeyState();
  // Plaintext stays in this component; it goes when the page goes or the device locks.
  const known = useRef<KnownById<Item<Word, Own>, Payload>>(new Map());
  const [round, setRound] = useState({ of: name, count: 0 });

  useEffect(() => {
    if (!verifies(name) || !answers) return undefined;
    const control = new AbortController();
    const step = () => setRound(({ count }) => ({ of: name, count: count + 1 }));
    void openAll(keyring, kind, answers, known.current, control.signal, step);
    return () => control.abort();
  }, [keyring, kind, answers, name]);

  useEffect(() => {
    return () => {
      known.current = new Map();
    };
  }, [name]);

  return useMemo(() => {
    if (!answers) return undefined;
    if (!verifies(name)) return answers.map((answer) => openedItem(itemOf(kind, answer, null), withoutKeys(name)));
    const shown = answers.flatMap((answer) => {
      const found = known.current.get(answer.id);
      return found ? [shownAs(found, answer, name)] : [];
    });
    // Read again after each step. Only before the first one nothing is known; what comes to an empty list does not take it away.
    const begun = round.of === name && round.count > 0;
    return shown.length === 0 && answers.length > 0 && !begun ? undefined : shown;
  }, [answers, kind, name, round]);
}

/** As it was found, until a newer version is verified. The same object for as long as nothing has changed. */
function shownAs<One extends Item, Payload>({ answer: before, opened }: Known<One, Payload>, answer: Answered, name: KeyState["name"]): OpenedItem<One, Payload> {
  if (name !== "ready" && opened.opening.name === "open") return { ...opened, opening: withoutKeys(name), settled: false };
  return before.version === answer.version ? opened : { ...opened, newestVersion: answer.version, settled: false };
}

/** `version` is the newest one that the server has told of. */
export function openedItem<One extends Item, Payload>(item: One, opening: Opening<Payload>, version = item.version): OpenedItem<One, Payload> {
  const settled = opening.name === "open" && item.version === version;
  return { id: item.id, item, opening, newestVersion: version, settled };
}

async function openAll<Word extends object, Own extends object, Payload>(
  keyring: Keyring,
  kind: ItemKind<Own>,
  answers: readonly Answered<Word>[],
  known: KnownById<Item<Word, Own>, Payload>,
  signal: AbortSignal,
  step: () => void,
): Promise<void> {
  const stale = answers.filter((answer) => !isKnown(known, answer));
  for (let from = 0; from < stale.length && !signal.aborted; from += STEP) {
    const some = stale.slice(from, from + STEP);
    const found = await Promise.all(some.map((answer) => openOne<Word, Own, Payload>(keyring, kind, answer)));
    if (signal.aborted) return;
    for (const one of found) known.set(one.answer.id, one);
    step();
  }
  if (stale.length === 0) step();
}

/** The same version in another answer says nothing new but for the server's word. */
function isKnown<Word extends object, Own extends object, Payload>(known: KnownById<Item<Word, Own>, Payload>, answer: Answered<Word>): boolean {
  const found = known.get(answer.id);
  if (found?.answer.version !== answer.version) return false;
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
    noteVerified(answer, item);
    const opening =
      "payload" in contents
        ? ({ name: "open", payload: contents.payload as Payload, proven: item.grade === "proven" } as const)
        : inState(closedBy(contents.closed), keyring.state().name);
    return { answer, opened: openedItem(itemOf(kind, answer, item), opening) };
  } catch (reason) {
    return { answer, opened: openedItem(itemOf(kind, answer, null), closedBy(reason)) };
  }
}

/** Without a key nothing opens because of the device and not because of the item. */
function inState(closed: Opening<never>, name: KeyState["name"]): Opening<never> {
  return closed.name === "sealed" && name !== "ready" ? withoutKeys(name) : closed;
}
