/** The question that every list of plain items asks: whether what is archived is shown. */
import { Archive } from "lucide-react";

import type { Say } from "../../i18n/say";
import type { Question } from "./screen";

export function stateQuestion<Payload>(say: Say): Question<Payload> {
  return {
    id: "state",
    icon: Archive,
    label: say("items.state", "State"),
    standing: say("documents.notArchived", "Not archived"),
    options: [
      { value: "active", label: say("items.active", "In use") },
      { value: "archived", label: say("stage.archived", "Archived") },
    ],
    // Without a question about it the archive stays out of the way.
    passes: ({ item }, answers) => (answers.length === 0 ? item.lifecycle !== "archived" : answers.includes(item.lifecycle)),
  };
}
