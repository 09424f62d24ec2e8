/**
 * What everybody is called, read again whenever the keyring changes, and drawn again only when it says something else.
 *
 * Where nothing is answered it is asked again until it is; what was read before stays until then.
 */
import { useCallback, useSyncExternalStore } from "react";

import { onReach, reach } from "../browser/reach";
import type { Directory, Keyring } from "./contract";
import { useKeyring } from "./react";

const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 60_000;

interface Book {
  now: Directory | undefined;
  readonly readers: Set<() => void>;
  stop: (() => void) | undefined;
  /** Counts the questions: an older answer that comes late is none any more. */
  asked: number;
  /** Waits to ask again, after an answer that failed. */
  again: ReturnType<typeof setTimeout> | undefined;
  failed: number;
}

/** One for all who draw names: a list has them in every row. */
const books = new WeakMap<Keyring, Book>();

function bookOf(keyring: Keyring): Book {
  const known = books.get(keyring);
  if (known) return known;
  const book: Book = { now: undefined, readers: new Set(), stop: undefined, asked: 0, again: undefined, failed: 0 };
  books.set(keyring, book);
  return book;
}

const waitAfter = (failed: number): number => Math.min(FIRST_WAIT_MS * 2 ** (failed - 1), LONGEST_WAIT_MS) * (0.5 + Math.random());

function waitNoMore(book: Book): void {
  clearTimeout(book.again);
  book.again = undefined;
}

function look(keyring: Keyring, book: Book): void {
  waitNoMore(book);
  // Whoever is no member any more is told nothing.
  if (keyring.state().name === "closed") return;
  const mine = (book.asked += 1);
  const isOver = () => mine !== book.asked || !book.stop;
  keyring.directory().then(
    (found) => {
      if (isOver()) return;
      book.failed = 0;
      if (JSON.stringify(found) === JSON.stringify(book.now)) return;
      book.now = found;
      for (const reader of book.readers) reader();
    },
    () => {
      if (isOver()) return;
      book.failed += 1;
      book.again = setTimeout(() => look(keyring, book), waitAfter(book.failed));
    },
  );
}

function follow(keyring: Keyring, book: Book): () => void {
  const deaf = keyring.subscribe(() => look(keyring, book));
  const unreached = onReach(() => {
    if (reach() === "fine" && book.again !== undefined) look(keyring, book);
  });
  return () => {
    deaf();
    unreached();
    waitNoMore(book);
  };
}

function read(keyring: Keyring, reader: () => void): () => void {
  const book = bookOf(keyring);
  book.readers.add(reader);
  if (!book.stop) {
    book.stop = follow(keyring, book);
    look(keyring, book);
  }
  return () => {
    book.readers.delete(reader);
    if (book.readers.size > 0) return;
    book.stop?.();
    book.stop = undefined;
    book.failed = 0;
  };
}

export function useDirectory(): Directory | undefined {
  const keyring = useKeyring();
  // The same one with every drawing: another would end the reading and begin it anew.
  const follows = useCallback((reader: () => void) => read(keyring, reader), [keyring]);
  return useSyncExternalStore(follows, () => bookOf(keyring).now);
}
