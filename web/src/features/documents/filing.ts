/** What documents are filed under and belong to. It comes after the list, which stands without it. */
import type { TopicEntry } from "../../boards/topics";
import type { ProfileName } from "../../profiles/names";

export interface Filing {
  topics: readonly TopicEntry[];
  profiles: readonly ProfileName[];
}

export const NO_FILING: Filing = { topics: [], profiles: [] };
