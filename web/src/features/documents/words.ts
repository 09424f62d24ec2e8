/** How stages and categories are called. */
import type { Tone } from "../../components/Marks";
import type { Say } from "../../i18n/say";
import type { Within } from "./filters";
import type { Stage } from "./lifecycle";

export const STAGE_TONES: Record<Stage, Tone> = {
  draft: "neutral",
  active: "ok",
  expiring: "warn",
  expired: "bad",
  archived: "neutral",
};

export function stageWord(say: Say, stage: Stage): string {
  switch (stage) {
    case "draft":
      return say("stage.draft", "Draft");
    case "active":
      return say("stage.active", "Valid");
    case "expiring":
      return say("stage.expiring", "Expiring");
    case "expired":
      return say("stage.expired", "Expired");
    case "archived":
      return say("stage.archived", "Archived");
  }
}

export function withinWord(say: Say, within: Within): string {
  switch (within) {
    case "expired":
      return say("within.expired", "Already expired");
    case "30":
      return say("within.30", "In 30 days");
    case "90":
      return say("within.90", "In 90 days");
    case "365":
      return say("within.365", "In a year");
  }
}

export function categoryWord(say: Say, category: string): string {
  switch (category) {
    case "identity":
      return say("category.identity", "Identity");
    case "family":
      return say("category.family", "Family");
    case "property":
      return say("category.property", "Property");
    case "vehicle":
      return say("category.vehicle", "Vehicle");
    case "finance":
      return say("category.finance", "Finance");
    case "insurance":
      return say("category.insurance", "Insurance");
    case "legal":
      return say("category.legal", "Legal");
    case "tax":
      return say("category.tax", "Tax");
    case "health":
      return say("category.health", "Health");
    case "education":
      return say("category.education", "Education");
    case "travel":
      return say("category.travel", "Travel");
    case "employment":
      return say("category.employment", "Employment");
    case "company":
      return say("category.company", "Company");
    case "warranty":
      return say("category.warranty", "Warranty");
    case "other":
      return say("category.other", "Other");
    default:
      return category;
  }
}

/** How long before its last day somebody is reminded. */
export const daysBeforeWord = (say: Say, days: number): string =>
  say("documents.daysBefore", "{count, plural, =0 {on the day} one {# day before} other {# days before}}", { count: days });
