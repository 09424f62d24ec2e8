/** A few members of the whole surface, others every day: the same seed always draws the same. */
import { createHash } from "node:crypto";

import { toured, type Verdicts } from "./records";
import type { ScreenName } from "./tour";

export interface Chosen {
  operation: string;
  screen: ScreenName;
  members: string[];
}

const OPERATIONS = 2;
const MEMBERS = 2;

export function sample(known: Verdicts, seed: string): Chosen[] {
  const place = (text: string): string => createHash("sha256").update(`${seed} ${text}`).digest("hex");
  const drawn = (names: readonly string[], count: number): string[] => [...names].sort((one, other) => (place(one) < place(other) ? -1 : 1)).slice(0, count);
  return drawn(Object.keys(known).filter((operation) => toured(operation)), OPERATIONS).flatMap((operation) => {
    const members = Object.entries(known[operation] ?? {}).flatMap(([member, told]) => (member && Object.keys(told).length ? [member] : []));
    const screen = drawn(toured(operation)?.screens ?? [], 1)[0] as ScreenName | undefined;
    return screen && members.length ? [{ operation, screen, members: drawn(members, MEMBERS) }] : [];
  });
}
