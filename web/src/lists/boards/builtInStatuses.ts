/**
 * The statuses that every account has from its opening (`domain.md` section 5.2).
 *
 * They have no signed bytes until somebody changes them: what they are is known here, and not asked of the server.
 */
import { useEffect, useState } from "react";

import { namedId } from "../../crypto/ids.ts";
import type { Say } from "../../i18n/say";
import type { StatusFacts } from "../kinds/board";
import { useSignedIn } from "../../session/useSession";

export type BuiltInStatus = "todo" | "inProgress" | "waiting" | "done" | "cancelled";

const FACTS: Readonly<Record<BuiltInStatus, Pick<StatusFacts, "category" | "outcome" | "default">>> = {
  todo: { category: "open", outcome: null, default: true },
  inProgress: { category: "active", outcome: null, default: false },
  waiting: { category: "active", outcome: null, default: false },
  done: { category: "done", outcome: "completed", default: true },
  cancelled: { category: "done", outcome: "cancelled", default: false },
};

export const builtInFacts = (builtin: BuiltInStatus): StatusFacts => ({ ...FACTS[builtin], movedTo: null });

/** By their ids in this account. Undefined for the moment that computing them takes. */
export function useBuiltInStatuses(): ReadonlyMap<string, BuiltInStatus> | undefined {
  const { account } = useSignedIn();
  const [known, setKnown] = useState<{ of: string; ids: ReadonlyMap<string, BuiltInStatus> } | null>(null);
  useEffect(() => {
    let gone = false;
    void builtInIds(account.id).then((ids) => {
      if (!gone) setKnown({ of: account.id, ids });
    });
    return () => {
      gone = true;
    };
  }, [account.id]);
  return known?.of === account.id ? known.ids : undefined;
}

const KEYS = Object.keys(FACTS) as BuiltInStatus[];

async function builtInIds(accountId: string): Promise<ReadonlyMap<string, BuiltInStatus>> {
  return new Map(await Promise.all(KEYS.map(async (key) => [await namedId(accountId, `status:${key}`), key] as const)));
}

/** Until somebody gives it another name. */
export function builtInName(say: Say, builtin: BuiltInStatus): string {
  switch (builtin) {
    case "todo":
      return say("boards.todo", "To do");
    case "inProgress":
      return say("boards.inProgress", "In progress");
    case "waiting":
      return say("boards.waiting", "Waiting");
    case "done":
      return say("boards.done", "Done");
    case "cancelled":
      return say("boards.cancelled", "Cancelled");
  }
}
