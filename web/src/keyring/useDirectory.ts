/** What everybody is called, read again whenever the keyring changes, and drawn again only when it says something else. */
import { useSyncExternalStore } from "react";

import type { Directory, Keyring } from "./contract";
import { useKeyring } from "./react";

interface Book {
  now: Directory | undefined;
  readonly readers: Set<() => void>;
  stop: (() => void) | undefined;
}

/** One for all who draw names: a list has them in every row. */
const books = new WeakMap<Keyring, Book>();

function bookOf(keyring: Keyring): Book {
  const known = books.get(keyring);
  if (known) return known;
  const book: Book = { now: undefined, readers: new Set(), stop: undefined };
  books.set(keyring, book);
  return book;
}

function look(keyring: Keyring, book: Book): void {
  // Whoever is no member any more is told nothing.
  if (keyring.state().name === "closed") return;
  keyring.directory().then(
    (found) => {
      if (JSON.stringify(found) === JSON.stringify(book.now)) return;
      book.now = found;
      for (const reader of book.readers) reader();
    },
    // What was read before stays on the screen.
    () => undefined,
  );
}

function read(keyring: Keyring, reader: () => void): () => void {
  const book = bookOf(keyring);
  book.readers.add(reader);
  if (!book.stop) {
    book.stop = keyring.subscribe(() => look(keyring, book));
    look(keyring, book);
  }
  return () => {
    book.readers.delete(reader);
    if (book.readers.size > 0) return;
    book.stop?.();
    book.stop = undefined;
  };
}

export function useDirectory(): Directory | undefined {
  const keyring = useKeyring();
  return useSyncExternalStore(
    (reader) => read(keyring, reader),
    () => bookOf(keyring).now,
  );
}
