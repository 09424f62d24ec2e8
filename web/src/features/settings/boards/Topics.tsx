/** `/settings/topics`: what tasks and documents are filed under, in a tree. */
import { EntryName } from "../../../boards/EntryName";
import { useTopics } from "../../../boards/topics";
import { Card, Line } from "../../../components/Layout";
import { Skeleton } from "../../../components/States";
import { useSay } from "../../../i18n/say";

export default function Topics() {
  const say = useSay();
  const topics = useTopics();
  if (!topics) return <Skeleton lines={5} height={28} />;
  return (
    <Card title={say("settings.topics", "Topics")}>
      {topics.map((entry) => (
        <Line key={entry.id}>
          <EntryName entry={entry} />
        </Line>
      ))}
    </Card>
  );
}
