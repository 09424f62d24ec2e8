/** What documents are filed under and belong to. It comes after the list, which stands without it. */
import type { TopicEntry } from "../../lists/boards/topics";
import type { ProfileName } from "../../lists/profiles/names";

export interface Filing {
  topics: readonly TopicEntry[];
  profiles: readonly ProfileName[];
}

export const NO_FILING: Filing = { topics: [], profiles: [] };
