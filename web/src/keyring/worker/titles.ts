/**
 * What objects were called in the newest state that this device has proven: shown under a word of an alarm, where they are
 * not served as they should be.
 *
 * Titles are contents: they are kept apart from what is known of objects, and go when this person signs out.
 */

interface OpenedTitle {
  /** Of the newest statement of what was opened. */
  readonly hash: string;
  readonly title: string;
}

/** By the tag of the object. */
export interface Titles {
  readonly proven: Map<string, string>;
  /** Opened, and not proven yet. */
  readonly opened: Map<string, OpenedTitle>;
  /** Those that were not written down yet. */
  readonly fresh: Set<string>;
  /** Some were written down that nobody may ask for any more. */
  dropped: boolean;
}

export const noTitles = (): Titles => ({ proven: new Map(), opened: new Map(), fresh: new Set(), dropped: false });

export function openedTitle(titles: Titles, tag: string, opened: OpenedTitle, provenHash: string | null): void {
  titles.opened.set(tag, opened);
  if (provenHash !== null) provenTitle(titles, tag, provenHash);
}

/** The state with this newest statement is proven. */
export function provenTitle(titles: Titles, tag: string, hash: string): void {
  const opened = titles.opened.get(tag);
  if (opened?.hash !== hash) return;
  titles.opened.delete(tag);
  if (titles.proven.get(tag) === opened.title) return;
  titles.proven.set(tag, opened.title);
  titles.fresh.add(tag);
}

/** It has ended, or is not for this person any more. */
export function dropTitle(titles: Titles, tag: string): void {
  titles.opened.delete(tag);
  titles.fresh.delete(tag);
  if (titles.proven.delete(tag)) titles.dropped = true;
}

/** Takes what was written down before: what this page has found out is newer. */
export function recallTitles({ proven }: Titles, kept: readonly (readonly [tag: string, title: string])[]): void {
  const found = [...proven];
  for (const [tag, title] of [...kept, ...found]) proven.set(tag, title);
}
