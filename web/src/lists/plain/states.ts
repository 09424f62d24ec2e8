/** The question that every list of plain items asks: whether what is archived is shown. */
import { Archive } from "lucide-react";

import type { Say } from "../../i18n/say";
import { VERIFIED } from "../../desk/kind";
import type { Question } from "./screen";

export function stateQuestion(say: Say): Question {
  return {
    id: "state",
    icon: Archive,
    label: say("items.state", "State"),
    standing: say("documents.notArchived", "Not archived"),
    options: [
      { value: "active", label: say("items.active", "In use") },
      { value: "archived", label: say("stage.archived", "Archived") },
    ],
    // Without a question about it the archive stays out of the way. What was refused is in no state, and in sight.
    where: (answers) =>
      answers.length === 0
        ? { any: [{ field: "state", op: "ne", value: "archived" }, { field: VERIFIED, op: "eq", value: false }] }
        : { field: "state", op: "in", value: answers },
  };
}
