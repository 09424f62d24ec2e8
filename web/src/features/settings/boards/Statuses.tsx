/** `/settings/statuses`: what tasks can be in, in one order. */
import { EntryName } from "../../../boards/EntryName";
import { standing, useStatuses } from "../../../boards/statuses";
import { Card, Line } from "../../../components/Layout";
import { Skeleton } from "../../../components/States";
import { useSay } from "../../../i18n/say";

export default function Statuses() {
  const say = useSay();
  const statuses = useStatuses();
  if (!statuses) return <Skeleton lines={5} height={28} />;
  return (
    <Card title={say("settings.statuses", "Statuses")}>
      {standing(statuses).map((entry) => (
        <Line key={entry.id}>
          <EntryName entry={entry} />
        </Line>
      ))}
    </Card>
  );
}
