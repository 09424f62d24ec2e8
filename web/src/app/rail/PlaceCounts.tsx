/** Counts what stands beside the places, and tells the rail; so the rail does not wait for it. */
import { useEffect, useMemo } from "react";

import { useStatuses } from "../../lists/boards/statuses";
import { nextTasks } from "../../features/dashboard/nextTasks";
import { useHidden } from "../../lists/profiles/hiding";
import { useSignedIn } from "../../session/useSession";
import { KINDS, PATHS, type ListedKind } from "../kinds";
import { counted, inUse, useKnownCount, useListsHere, useSightKnown } from "./known";

/** By path. */
export type Counts = Readonly<Record<string, number | null>>;

/** Of these all that are in use count; of documents and tasks, what is in sight and what is to be done. */
const PLAIN = KINDS.filter(({ kind, lookOf }) => lookOf && kind !== "task" && kind !== "document").map(({ kind }) => kind);

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
      {PLAIN.map((kind) => here[kind] && <All key={kind} kind={kind} onCount={onCount} />)}
    </>
  );
}

/** As it is said to the rail, and taken back when it is not known any more. */
function useTell(kind: ListedKind, count: number | null, onCount: TellingProps["onCount"]): void {
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

function All({ kind, onCount }: TellingProps & { kind: ListedKind }) {
  useTell(kind, useKnownCount(useMemo(() => inUse(kind), [kind])), onCount);
  return null;
}
