/** The lists of some kinds, handed to the desk, for what looks through several of them. */
import type { KIND_ITEMS } from "../../app/kindItems";
import type { FindableKind } from "../finding/kinds";
import { ofEach } from "../kinds/ofEach";
import { useMay } from "../../session/useSession";
import { useFeed } from "../useFeed";

/** What a role may not read is not asked for. Answers whether all of them are there, or did not load. */
export function useFed(kinds: readonly FindableKind[]): boolean {
  const may = useMay();
  const isWanted = (kind: FindableKind) => kinds.includes(kind) && may(`${kind}.read`);
  return ofEach(useOne, isWanted).every((isLoading) => !isLoading);
}

function useOne({ kind, useAll }: (typeof KIND_ITEMS)[number], isWanted: (kind: FindableKind) => boolean): boolean {
  const { rows, askedAt, isLoading } = useAll({ skip: !isWanted(kind) });
  useFeed(kind, rows, askedAt);
  return isLoading;
}
