/** What a status says about the tasks in it: how far they are, and how those that are done have ended. */
import type { Tone } from "../../../components/Marks";
import type { Say } from "../../../i18n/say";
import type { Category, Outcome } from "../../../lists/kinds/board";

export const KINDS = ["open", "active", "completed", "cancelled"] as const;
export type Kind = (typeof KINDS)[number];

export const kindOf = ({ category, outcome }: { category: Category; outcome: Outcome | null }): Kind =>
  category === "done" ? (outcome ?? "completed") : category;

/** As the server has it. */
export const categoryOf = (kind: Kind): { category: Category; outcome: Outcome | null } =>
  kind === "completed" || kind === "cancelled" ? { category: "done", outcome: kind } : { category: kind, outcome: null };

export const KIND_TONES: Record<Kind, Tone> = { open: "neutral", active: "info", completed: "ok", cancelled: "warn" };

export function kindWord(say: Say, kind: Kind): string {
  switch (kind) {
    case "open":
      return say("boards.kindOpen", "Not started");
    case "active":
      return say("boards.kindActive", "In progress");
    case "completed":
      return say("boards.kindCompleted", "Done");
    case "cancelled":
      return say("boards.kindCancelled", "Cancelled");
  }
}
