/** The statuses that tasks can be in, opened on this device. */
import { useMemo } from "react";

import { wholeSince } from "../../api/held";
import { useListStatusesQuery, answeredStatus, type StatusAnswer } from "../../api/statuses";
import { withContents, type Answered } from "../../api/answered";
import type { Ranked } from "../../api/profiles";
import type { StatusList } from "../../api/workspace.generated";
import { useSay, type Say } from "../../i18n/say";
import { factsOf } from "../item";
import { STATUS, type Category, type Outcome, type SealedStatus, type StatusFacts, type StatusItem } from "../kinds/board";
import { asOpened, useAll } from "../list/useAll";
import type { Making } from "../list/useRows";
import { once } from "../once";
import type { OpenedItem } from "../opening";
import { useFeed } from "../useFeed";
import type { Opening } from "../../keyring/react";
import type { NamedPayload } from "../../payloads/shared.generated";
import { useMay } from "../../session/useSession";
import { builtInFacts, builtInName, useBuiltInStatuses, type BuiltInStatus } from "./builtInStatuses";
import { byRank } from "./byRank";
import { lookOf, type BoardEntry } from "./entry";

export interface StatusEntry extends BoardEntry {
  category: Category;
  /** Only of what is done. */
  outcome: Outcome | null;
  /** The default status of a category. */
  default: boolean;
  /** Where the tasks of a removed one are; `followed` goes there. */
  movedTo: string | null;
  item: StatusItem;
  /** Which of the statuses that every account has. */
  builtin: BuiltInStatus | null;
  /** The name of a built-in status that was not renamed. */
  unnamed: string | null;
  /** Null while a built-in one has no content of its own. */
  opening: Opening<NamedPayload> | null;
}

const MAKING: Making<Ranked, StatusFacts, NamedPayload, OpenedItem<SealedStatus, NamedPayload>> = { of: STATUS, nothing: { rank: "" }, rowOf: asOpened };
const KEEPS_DELETED = { keepsDeleted: true };

const hasContent = (answer: StatusAnswer): answer is Answered<Ranked> => answer.sealed !== null;

const answersIn = once(({ data }: StatusList) => withContents(data.map(answeredStatus)));
const sealedIn = once((answers: readonly StatusAnswer[]) => answers.filter(hasContent));

/** All of them in their order, removed ones too: tasks may still name those. Undefined until the list is there. */
export function useStatuses(): readonly StatusEntry[] | undefined {
  const say = useSay();
  const may = useMay()("status.read");
  const asked = useListStatusesQuery(undefined, { skip: !may });
  const { data } = asked;
  const builtIn = useBuiltInStatuses();
  const answers = data && answersIn(data);
  const sealed = answers && sealedIn(answers);
  useFeed("status", sealed, wholeSince(asked), KEEPS_DELETED);
  const opened = useAll(MAKING, "status", sealed);
  return useMemo(() => {
    if (!answers || !builtIn || !opened) return undefined;
    const signed = new Set(opened.map(({ id }) => id));
    const unchanged = answers.flatMap((answer) => {
      const key = builtIn.get(answer.id);
      // One that somebody has changed is never again as it was before, whatever is answered.
      return hasContent(answer) || signed.has(answer.id) || key === undefined ? [] : [statusEntry(unchangedStatus(answer, key), null, say, key)];
    });
    const changed = opened.map(({ id, item, opening }) => statusEntry(item, opening, say, builtIn.get(id)));
    return [...unchanged, ...changed].sort(byRank);
  }, [answers, builtIn, opened, say]);
}

/** Before everything, where nobody has signed it. */
const signedAt = ({ item }: StatusEntry): string => item.updatedAt ?? "";

/** What this app knows of a built-in one that nobody has changed. */
export function unchangedStatus(answer: Omit<StatusAnswer, "sealed">, key: BuiltInStatus): StatusItem {
  return { ...answer, ...factsOf(null), ...builtInFacts(key), sealed: null };
}

/** `builtin` names one that every account has. */
export function statusEntry(item: StatusItem, opening: Opening<NamedPayload> | null, say: Say, builtin?: BuiltInStatus): StatusEntry {
  const { id, word, deleted, category, outcome, movedTo } = item;
  const unnamed = builtin ? builtInName(say, builtin) : null;
  const closed = say("boards.closedStatus", "Status (no access)");
  const look = opening ? lookOf(opening, closed, say) : { name: unnamed ?? closed, colour: null };
  return {
    id, rank: word.rank, category, outcome, default: item.default, movedTo, isRemoved: deleted || movedTo !== null, unnamed, builtin: builtin ?? null, item, opening,
    ...look, name: look.name || (unnamed ?? closed),
  };
}

/** Those that a task can be put into. */
export const standing = <Entry extends BoardEntry>(entries: readonly Entry[]): Entry[] => entries.filter(({ isRemoved }) => !isRemoved);

/** The default status of a category: the marked one, else the first. Of two, of which one is an older answer, the one signed last. */
export function defaultOf(statuses: readonly StatusEntry[], category: Category): StatusEntry | undefined {
  const found = standing(statuses).filter((status) => status.category === category);
  const [last] = found.filter((status) => status.default).sort((one, other) => (signedAt(one) < signedAt(other) ? 1 : -1));
  return last ?? found[0];
}

/** Where the tasks of this one may go when it is removed; nowhere while it is the last of its kind. */
export function targetsOf(statuses: readonly StatusEntry[], { id, category, outcome }: StatusEntry): StatusEntry[] {
  const others = standing(statuses).filter((other) => other.id !== id && other.category === category);
  // Tasks can always be completed.
  if (outcome === "completed" && others.every((other) => other.outcome !== "completed")) return [];
  return others;
}

/** Only what is open or completed can be where tasks begin or end. */
export const canBeDefault = ({ category, outcome }: StatusEntry): boolean => category !== "active" && outcome !== "cancelled";
