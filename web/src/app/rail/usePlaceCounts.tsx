/** What stands beside the places, counted where it is known. What counts is drawn by whoever shows them. */
import { useCallback, useState, type ReactNode } from "react";

import { Aside } from "../../components/Border";
import { part } from "../../components/part";
import { useKeyState } from "../../keyring/react";
import type { Counts } from "./PlaceCounts";

const PlaceCounts = part(() => import("./PlaceCounts"));

const NOTHING: Counts = {};

export function usePlaceCounts(): { counts: Counts; counting: ReactNode } {
  const [counts, setCounts] = useState(NOTHING);
  const opens = useKeyState().name === "ready";
  const onCount = useCallback((path: string, count: number | null) => setCounts((now) => (now[path] === count ? now : { ...now, [path]: count })), []);
  if (!opens) return { counts: NOTHING, counting: null };
  const counting = (
    <Aside>
      <PlaceCounts onCount={onCount} />
    </Aside>
  );
  return { counts, counting };
}
