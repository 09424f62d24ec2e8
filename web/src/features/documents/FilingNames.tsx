/** Asks what documents are filed under, and tells the list; so the list does not wait for it. */
import { useEffect } from "react";

import { useTopics } from "../../lists/boards/topics";
import { useProfileNames } from "../../lists/profiles/useProfiles";
import { NO_FILING, type Filing } from "./filing";

export default function FilingNames({ onNames }: { onNames: (filing: Filing) => void }) {
  const topics = useTopics() ?? NO_FILING.topics;
  const profiles = useProfileNames();
  useEffect(() => onNames({ topics, profiles }), [onNames, topics, profiles]);
  return null;
}
