/** The user's sessions, in display order. */
import type { OwnSession } from "../../../api/self";

/** This one first, then those that were used last. */
export const inOrder = (sessions: readonly OwnSession[], currentId: string): OwnSession[] =>
  [...sessions].sort(
    (a, b) => Number(b.id === currentId) - Number(a.id === currentId) || b.updatedAt.localeCompare(a.updatedAt),
  );

export const isHandheld = ({ userAgent }: Pick<OwnSession, "userAgent">): boolean => /\b(?:Mobile|Android|iPhone|iPad)\b/.test(userAgent);
