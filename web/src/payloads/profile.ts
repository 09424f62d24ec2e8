/** What a profile says: a person, a house, a car, a company, with the values that the template of its type asks for. */
import type { BasePayload } from "./base.ts";

export interface ProfilePayload extends BasePayload {
  name: string;
  /** By the key of the field. */
  values: Record<string, unknown>;
}

/** The words under which a profile is found. */
export function profileWords({ name, values, notes, tags }: ProfilePayload): string {
  const said = Object.values(values).filter((value) => typeof value === "string");
  return [name, ...said, notes, ...(tags ?? [])].filter(Boolean).join(" ");
}
