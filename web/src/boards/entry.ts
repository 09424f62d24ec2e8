/** What is kept in one ordered list per account: statuses and topics. */
import type { Opening } from "../keyring/react";
import type { NamedPayload } from "../payloads/named";
import { hueOf, type Hue } from "./hues";

export interface BoardEntry {
  id: string;
  rank: string;
  name: string;
  colour: Hue | null;
  /** Things that point at it may still be there. */
  isRemoved: boolean;
}

/** Ranks are compared byte by byte; where two are equal the id decides. */
export function byRank(one: Pick<BoardEntry, "rank" | "id">, other: Pick<BoardEntry, "rank" | "id">): number {
  if (one.rank !== other.rank) return one.rank < other.rank ? -1 : 1;
  return one.id < other.id ? -1 : Number(one.id > other.id);
}

/** What it is called and coloured; `closed` is said of one that this device has not opened. */
export function lookOf(opening: Opening<NamedPayload>, closed: string): Pick<BoardEntry, "name" | "colour"> {
  if (opening.name === "open") return { name: opening.payload.name, colour: hueOf(opening.payload.color) };
  return { name: opening.name === "opening" ? "…" : closed, colour: null };
}
