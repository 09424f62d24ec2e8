/** The entries of the history that a finding rests on. */
import { useListOwnEntriesQuery } from "../../api/security";
import { held } from "../../api/held";
import { Failed, Skeleton } from "../../components/States";
import { useSay } from "../../i18n/say";
import { Entries } from "./Entries";

interface EvidenceProps {
  positions: readonly number[];
  /** For the user's own findings, whose evidence is in their own log. */
  mine: boolean;
}

export function Evidence({ positions, mine }: EvidenceProps) {
  const say = useSay();
  const { data, failure, again } = held(useListOwnEntriesQuery(undefined, { skip: !mine }));
  if (mine && failure) return <Failed title={say("audit.failed", "The audit log did not load")} onRetry={again} />;
  if (mine && !data) return <Skeleton lines={3} />;
  const found = data?.filter(({ seq }) => positions.includes(seq)) ?? [];
  if (found.length > 0) return <Entries entries={found} />;
  return (
    <p className="hint">
      {say("security.positions", "{count, plural, one {# entry} other {# entries}} of the audit log: {places}.", {
        count: positions.length,
        places: positions.map((position) => `#${position}`).join(", "),
      })}
    </p>
  );
}
