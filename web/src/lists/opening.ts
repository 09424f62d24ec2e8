/** What became of an item on this device, and how it is drawn. */
import type { Answered } from "../api/answered";
import type { Members } from "../desk/acts";
import type { KeyState } from "../keyring/contract";
import type { Opening } from "../keyring/react";
import type { Item } from "./item";

export interface OpenedItem<One extends Item, Payload> {
  id: string;
  item: One;
  opening: Opening<Payload>;
  /** The newest one that the server has told of; for a moment after a change the item is still an earlier one. */
  newestVersion: number;
  /** Writes wait until the newest version is verified, which takes a moment. */
  settled: boolean;
  /** What this page has changed of it and no version of it holds yet, in order: all else here is without it. */
  ahead?: readonly Members[];
}

/** What cannot be shown can be deleted all the same; what this device has no key for is for others to decide. */
export const canBeDeleted = ({ name }: Opening<unknown>): boolean => name === "open" || name === "broken";

/** What people have signed can be verified without a key of one's own; the contents stay closed. */
export const verifies = (name: KeyState["name"]): boolean => name === "ready" || name === "locked" || name === "waiting";

/** In place of an answer that did not come. */
export const unserved = <Word extends object>(id: string, word: Word): Answered<Word> => ({ id, version: 0, sealed: {} as Answered["sealed"], later: [], word });

/** `version` is the newest one that the server has told of. */
export function openedItem<One extends Item, Payload>(item: One, opening: Opening<Payload>, version = item.version): OpenedItem<One, Payload> {
  const settled = opening.name === "open" && item.version === version;
  return { id: item.id, item, opening, newestVersion: version, settled };
}
