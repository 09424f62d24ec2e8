/** Where tasks stand in the app. */
import { ListChecks } from "lucide-react";

import type { KindCard } from "../../lists/kinds/card";

export const taskKind = {
  kind: "task",
  tags: ["Task"],
  path: "/tasks",
  icon: ListChecks,
  keys: "G T",
  label: (say) => say("nav.tasks", "Tasks"),
  List: () => import("./Tasks"),
  Page: () => import("./TaskPage"),
  lookOf: (view) => (view === "board" ? "" : "&view=list"),
} as const satisfies KindCard;
