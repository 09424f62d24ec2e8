/** The topics that something is filed under. */
import { PickMany } from "../../components/PickMany";
import { useSay } from "../../i18n/say";
import { topicOption } from "./topicTree";
import type { TopicEntry } from "./topics";

interface TopicsFieldProps {
  topics: readonly TopicEntry[];
  value: readonly string[];
  onChange: (ids: string[]) => void;
}

export function TopicsField({ topics, value, onChange }: TopicsFieldProps) {
  const say = useSay();
  return (
    <PickMany
      label={say("settings.topics", "Topics")}
      placeholder={say("documents.none", "None")}
      options={topics.map(topicOption)}
      value={value}
      onChange={onChange}
    />
  );
}
