/** What the signed attributes of topics and statuses say. */
import type { Ranked } from "../../api/profiles";
import { flagIn, textIn, type Item, type ItemKind } from "../item";

export interface TopicFacts {
  /** Without one it stands at the top. */
  parentId: string | null;
}

export type TopicItem = Item<Ranked, TopicFacts>;

export const TOPIC: ItemKind<TopicFacts> = {
  kind: "topic",
  factsIn: (attributes) => ({ parentId: textIn(attributes, "parentId") }),
};

export type Category = "open" | "active" | "done";
export type Outcome = "completed" | "cancelled";

export interface StatusFacts {
  category: Category;
  /** Only of what is done. */
  outcome: Outcome | null;
  default: boolean;
  /** Where the tasks of a removed one are. */
  movedTo: string | null;
}

export type SealedStatus = Item<Ranked, StatusFacts>;

/** A built-in one that nobody has changed has no signed bytes: what it is stands in the table of this app. */
export type StatusItem = SealedStatus | (Omit<SealedStatus, "sealed"> & { sealed: null });

export const STATUS: ItemKind<StatusFacts> = {
  kind: "status",
  factsIn: (attributes) => {
    const category = textIn(attributes, "category");
    const outcome = textIn(attributes, "outcome");
    return {
      category: category === "active" || category === "done" ? category : "open",
      outcome: outcome === "completed" || outcome === "cancelled" ? outcome : null,
      default: flagIn(attributes, "default"),
      movedTo: textIn(attributes, "movedTo"),
    };
  },
};
