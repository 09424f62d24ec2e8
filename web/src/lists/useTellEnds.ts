/** Tells what became of items that have left the lists: who has deleted them, or shares them no longer, by the signed statement. */
import { useCallback, useEffect, useRef } from "react";

import { KINDS } from "../app/kinds";
import { tell } from "../components/notices";
import { useSay, type Say } from "../i18n/say";
import type { Keyring, Missing, RecordKind } from "../keyring/contract";
import { useKeyring } from "../keyring/react";
import { peopleOf } from "./people/people";
import { useSessionInfo } from "../session/useSession";

type Ended = Extract<Missing, { by: string }>;

/** What people know as things of their own. The rest changes with them, and is told by nobody. */
const TOLD: readonly RecordKind[] = KINDS.map(({ kind }) => kind);

const isEnded = (one: Missing): one is Ended => one.is === "deleted" || one.is === "not shared";

const sayEnd = (say: Say, is: Ended["is"], name: string): string =>
  is === "deleted" ? say("gone.deleted", "Deleted by {name}", { name }) : say("gone.notShared", "No longer shared with you, by {name}", { name });

/** One notice for all that one person has ended in one way. */
async function tellEnds(say: Say, keyring: Keyring, ended: readonly Ended[]): Promise<void> {
  const people = peopleOf(say, await keyring.directory());
  for (const { is, by, count } of counted(ended)) {
    const detail = count > 1 ? { detail: say("gone.count", "{count, plural, one {# item} other {# items}}", { count }) } : {};
    tell({ title: sayEnd(say, is, people.of(by).name), ...detail });
  }
}

function counted(ended: readonly Ended[]): (Pick<Ended, "is" | "by"> & { count: number })[] {
  const groups = new Map<string, Pick<Ended, "is" | "by"> & { count: number }>();
  for (const { is, by } of ended) groups.set(`${is} ${by}`, { is, by, count: (groups.get(`${is} ${by}`)?.count ?? 0) + 1 });
  return [...groups.values()];
}

/** Takes what a whole answer left out. One's own acts are no news. */
export function useTellEnds(kind: RecordKind): (missing: readonly Missing[]) => void {
  const say = useSay();
  const keyring = useKeyring();
  const me = useSessionInfo()?.user.id;
  // Another language asks nothing anew.
  const now = useRef({ say, me });
  useEffect(() => { now.current = { say, me }; });
  return useCallback((missing) => {
    const ended = TOLD.includes(kind) ? missing.filter(isEnded).filter(({ by }) => by !== now.current.me) : [];
    if (ended.length > 0) void tellEnds(now.current.say, keyring, ended).catch(() => undefined);
  }, [kind, keyring]);
}
