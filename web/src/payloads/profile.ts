/** What a profile is found by. */
import type { ProfilePayload } from "./profile.generated.ts";

export type { ProfilePayload } from "./profile.generated.ts";

/** The words under which a profile is found. */
export function profileWords({ name, values, notes, tags }: ProfilePayload): string {
  const said = Object.values(values).filter((value) => typeof value === "string");
  return [name, ...said, notes, ...(tags ?? [])].filter(Boolean).join(" ");
}
