/** A few members of the whole surface, others every day: the same seed always draws the same. */
import { createHash } from "node:crypto";

import { toured, type Verdicts } from "./records";
import type { ScreenName } from "./screens";

export interface Chosen {
  operation: string;
  screen: ScreenName;
  /** It is asked by what a person does there. */
  acts: boolean;
  members: string[];
}

const OPERATIONS = 2;
const MEMBERS = 2;

export function sample(known: Verdicts, seed: string): Chosen[] {
  const place = (text: string): string => createHash("sha256").update(`${seed} ${text}`).digest("hex");
  const drawn = (names: readonly string[], count: number): string[] => [...names].sort((one, other) => (place(one) < place(other) ? -1 : 1)).slice(0, count);
  return drawn(Object.keys(known).filter((operation) => toured(operation)), OPERATIONS).flatMap((operation) => {
    const members = Object.entries(known[operation]?.members ?? {}).flatMap(([member, told]) => (member && Object.keys(told).length ? [member] : []));
    const { screens = [], acts = [] } = toured(operation) ?? {};
    const [screen] = drawn(screens.length ? screens : acts, 1) as ScreenName[];
    return screen && members.length ? [{ operation, screen, acts: !screens.length, members: drawn(members, MEMBERS) }] : [];
  });
}
