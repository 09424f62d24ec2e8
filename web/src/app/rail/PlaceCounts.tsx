/** Counts what stands beside the places, and tells the rail; so the rail does not wait for it. */
import { useEffect, useMemo } from "react";

import { useStatuses } from "../../lists/boards/statuses";
import { nextTasks } from "../../features/dashboard/nextTasks";
import { useHidden } from "../../lists/profiles/hiding";
import { useSignedIn } from "../../session/useSession";
import { counted, inUse, useKnownCount, useListsHere, useSightKnown, type CountedKind } from "./known";

/** By path. */
export type Counts = Readonly<Record<string, number | null>>;

const PATHS = { document: "/documents", contact: "/contacts", vendor: "/vendors", task: "/tasks" } as const;

interface TellingProps {
  onCount: (path: string, count: number | null) => void;
}

export default function PlaceCounts({ onCount }: TellingProps) {
  const here = useListsHere();
  const tasksKnown = useSightKnown("task", here.profile) && here.task && here.status;
  const documentsKnown = useSightKnown("document", here.profile) && here.document;
  return (
    <>
      {tasksKnown && <OpenTasks onCount={onCount} />}
      {documentsKnown && <Documents onCount={onCount} />}
      {here.contact && <All kind="contact" onCount={onCount} />}
      {here.vendor && <All kind="vendor" onCount={onCount} />}
    </>
  );
}

/** As it is said to the rail, and taken back when it is not known any more. */
function useTell(kind: CountedKind, count: number | null, onCount: TellingProps["onCount"]): void {
  const path = PATHS[kind];
  useEffect(() => onCount(path, count), [path, count, onCount]);
  useEffect(() => () => onCount(path, null), [path, onCount]);
}

/** Those that Home names. */
function OpenTasks({ onCount }: TellingProps) {
  const { user } = useSignedIn();
  const statuses = useStatuses();
  const hidden = useHidden("task");
  const view = useMemo(() => {
    const { where } = nextTasks({ me: user.id, statuses: statuses ?? [], hidden });
    return counted("task", where ? [where] : []);
  }, [user.id, statuses, hidden]);
  const count = useKnownCount(view);
  useTell("task", statuses ? count : null, onCount);
  return null;
}

function Documents({ onCount }: TellingProps) {
  const hidden = useHidden("document");
  useTell("document", useKnownCount(useMemo(() => inUse("document", hidden ? [{ not: hidden }] : []), [hidden])), onCount);
  return null;
}

function All({ kind, onCount }: TellingProps & { kind: "contact" | "vendor" }) {
  useTell(kind, useKnownCount(useMemo(() => inUse(kind), [kind])), onCount);
  return null;
}
