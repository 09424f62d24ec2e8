/** What narrows the log: when, who, what kind of thing was done, to what, and with which outcome. */
import { CircleDot, FileText, Hash, User } from "lucide-react";
import { useMemo } from "react";

import type { AuditEntry } from "../../api/oversight";
import { FilterChip } from "../../components/collection/FilterRow";
import { useSay } from "../../i18n/say";
import { useMembers } from "../../lists/people/people";
import { ACTION_GROUPS, groupWord, type ActionGroup } from "./actionGroups";
import { outcomeWord } from "./columns";
import { OUTCOMES, type AuditQuery } from "./filters";
import { aboutWhat, kindWord } from "./targets";
import { TimeChip } from "./TimeChip";
import type { NameOf } from "../../lists/activity/useTargetNames";

const GROUPS = Object.keys(ACTION_GROUPS) as ActionGroup[];
const MOST_OBJECTS = 40;

interface AuditFiltersProps {
  query: AuditQuery;
  entries: readonly AuditEntry[] | undefined;
  nameOf: NameOf;
  onChange: (change: Record<string, string | null | undefined>) => void;
}

export function AuditFilters({ query, entries, nameOf, onChange }: AuditFiltersProps) {
  const say = useSay();
  const people = useMembers();
  const objects = useObjects(query, entries, nameOf);
  return (
    <>
      <TimeChip from={query.from} to={query.to} onChange={(from, to) => onChange({ from, to })} />
      <FilterChip
        icon={User}
        label={say("audit.actor", "Actor")}
        options={people.map(({ id, name }) => ({ value: id, label: name }))}
        value={query.actorId ? [query.actorId] : []}
        onChange={(ids) => onChange({ actor: ids.find((id) => id !== query.actorId) })}
      />
      <FilterChip
        icon={Hash}
        label={say("audit.action", "Action")}
        options={GROUPS.map((value) => ({ value, label: groupWord(say, value) }))}
        value={query.groups}
        onChange={(groups) => onChange({ actions: groups.join(",") })}
      />
      <FilterChip
        icon={FileText}
        label={say("audit.object", "Object")}
        options={objects}
        value={query.targetId ? [query.targetId] : []}
        onChange={(ids) => onChange({ target: ids.find((id) => id !== query.targetId) })}
      />
      <FilterChip
        icon={CircleDot}
        label={say("audit.outcome", "Outcome")}
        options={OUTCOMES.map((value) => ({ value, label: outcomeWord(say, value) }))}
        value={query.outcome ? [query.outcome] : []}
        onChange={(outcomes) => onChange({ outcome: outcomes.find((outcome) => outcome !== query.outcome) })}
      />
    </>
  );
}

/** The things with a name that the entries on the screen are about; the chosen one is always among them. */
function useObjects({ targetId }: AuditQuery, entries: readonly AuditEntry[] | undefined, nameOf: NameOf) {
  const say = useSay();
  return useMemo(() => {
    const found = new Map<string, string>();
    for (const target of (entries ?? []).flatMap(aboutWhat)) {
      const name = nameOf(target);
      const chosen = target.id === targetId;
      if ((!name && !chosen) || found.has(target.id) || (found.size >= MOST_OBJECTS && !chosen)) continue;
      found.set(target.id, name ?? kindWord(say, target.kind));
    }
    if (targetId && !found.has(targetId)) found.set(targetId, say("audit.oneObject", "One object"));
    return [...found].map(([value, label]) => ({ value, label }));
  }, [say, targetId, entries, nameOf]);
}
