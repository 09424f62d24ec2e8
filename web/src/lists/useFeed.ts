/** Hands the answers of one list to the desk. */
import { useEffect, useRef } from "react";
import { useStore } from "react-redux";

import { pagesOf } from "../api/arriving";
import type { Answered } from "../api/answered";
import { startFeed, type Feed } from "../desk/feed";
import { useDesk } from "../desk/react";
import type { Shelf } from "../desk/row";
import type { RecordKind } from "../keyring/contract";
import { useKeyring, useKeyState } from "../keyring/react";
import { verifies } from "./opening";
import { useTellEnds } from "./useTellEnds";

interface How {
  keepsDeleted?: boolean;
  /** What is kept on this disk is shown before anything is answered: for what asks for all of the kind whatever comes. */
  early?: boolean;
}

export const EARLY: How = { early: true };

/**
 * What was handed over stays there, also when its page is left.
 *
 * `askedAt`: when all of the kind was asked for that `answers` answer whole.
 */
export function useFeed(kind: RecordKind, answers: readonly Answered[] | undefined, askedAt: number | undefined, { keepsDeleted = false, early = false }: How = {}): void {
  const desk = useDesk();
  const keyring = useKeyring();
  const isReading = verifies(useKeyState().name);
  const told = useTellEnds(kind);
  const store = useStore();

  useEffect(() => {
    if (!isReading) return undefined;
    const feed = (): Feed => desk.feed(kind, () => startFeed({ kind, keepsDeleted, copy: desk.copyOf(kind), keyring, to: desk.keys, told }));
    if (answers || early) feed();
    if (answers) return void feed().take(answers, askedAt);
    const open = () => pagesOf(store.getState(), kind).forEach((page) => void feed().open(page));
    open();
    return store.subscribe(open);
  }, [desk, keyring, store, kind, keepsDeleted, early, answers, askedAt, isReading, told]);
}

interface Passing {
  kind: RecordKind;
  /** One of its own, beside that of the kind. */
  shelf: Shelf;
  /** The item to which all of it belongs. */
  within?: string;
}

/** Nothing of it is kept once nobody shows it any more. What belongs to no item is the answers, as they come. */
export function usePassingFeed({ kind, shelf, within }: Passing, answers: readonly Answered[] | undefined, askedAt?: number): void {
  const desk = useDesk();
  const keyring = useKeyring();
  const isReading = verifies(useKeyState().name);
  const told = useTellEnds(kind);
  const held = useRef<Feed | null>(null);

  useEffect(() => {
    if (!isReading) return undefined;
    const about = within === undefined ? { followsAnswers: true } : { within };
    const { feed, letGo } = desk.hold(shelf, () => startFeed({ kind, shelf, keepsDeleted: true, ...about, keyring, to: desk.keys, told }));
    held.current = feed;
    return () => {
      held.current = null;
      letGo();
    };
  }, [desk, keyring, kind, shelf, within, isReading, told]);

  useEffect(() => {
    if (answers) void held.current?.take(answers, askedAt);
  }, [desk, keyring, kind, shelf, within, isReading, told, answers, askedAt]);
}
