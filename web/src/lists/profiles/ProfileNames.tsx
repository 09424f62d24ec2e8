/** The profiles that something belongs to. */
import { Nothing } from "../marks";
import type { ProfileName } from "./names";

export function ProfileNames({ profiles }: { profiles: readonly ProfileName[] }) {
  if (profiles.length === 0) return <Nothing />;
  return <bdi className="quiet clip">{profiles.map(({ name }) => name).join(", ")}</bdi>;
}
