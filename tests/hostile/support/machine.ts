/**
 * The mutation machine: one member of one answer at a time is another, and what the screens and the signatures make of it
 * is judged.
 *
 * Members are first changed together, a few at a time: when nothing comes of that, nothing comes of any of them. Otherwise
 * the lot is halved until each that has an effect stands alone.
 */
import { answersOf, changed, liesAbout, KINDS, type Change, type LieKind } from "./lies";
import type { Operation } from "./surface";
import { Watched, type Given, type ScreenName, type Visit } from "./tour";
import { judge, type Verdict } from "./verdict";
import type { Json, Lie } from "./wire";

export interface Finding {
  operation: string;
  member: string;
  kind: LieKind | WholeKind;
  screen: string;
  verdict: Verdict;
  because: readonly string[];
}

/** What can become of a whole answer. */
export const WHOLE = ["not found", "nothing", "late"] as const;
export type WholeKind = (typeof WHOLE)[number];

const TOGETHER = 6;
const LATE_MS = 3000;

export interface Task {
  operation: Operation;
  screen: ScreenName;
  /** Only these members; all of them where it is not said. */
  members?: readonly string[];
  acts: boolean;
  kinds?: readonly LieKind[];
}

export async function run(given: Given, task: Task, tell: (finding: Finding) => void): Promise<void> {
  const { operation, screen } = task;
  const browser = new Watched(given, screen);
  try {
    let honest = await browser.enter(null);
    if (!honest.asked.includes(operation.id)) return;
    const bodies = answersOf(browser.wire.answers, operation.id);
    const [body] = bodies;
    if (body === undefined) return;
    let inPlace = false;
    if (!task.acts) {
      const second = await browser.again(null, honest);
      inPlace = second.asked.includes(operation.id) && judge(honest, second).verdict === "no effect";
    }
    let clean = inPlace;

    const tried = async (lie: Lie): Promise<ReturnType<typeof judge> & { told: number }> => {
      if (inPlace && !clean) {
        honest = { ...honest, ...(await browser.enter(null, honest)) };
        clean = true;
      }
      let told: Visit | null = inPlace ? await browser.again(lie, honest) : null;
      // What is not asked again is told at the door.
      if (!told?.told) told = await browser.enter(lie, honest);
      const judged = { ...judge(honest, told), told: told.told };
      if (inPlace) clean = judge(honest, await browser.again(null, honest)).verdict === "no effect";
      return judged;
    };

    const changes = changesFor(given, task, body);
    for (const kind of task.kinds ?? KINDS) {
      for (const lot of lots(changes.filter((one) => one.kind === kind))) await halve(lot);
    }
    if (!task.members && !task.kinds) {
      for (const kind of WHOLE) {
        const { verdict, because } = await tried(whole(operation.id, kind));
        tell({ operation: operation.id, member: "", kind, screen, verdict, because });
      }
    }

    async function halve(lot: readonly Change[]): Promise<void> {
      if (!lot.length) return;
      const { verdict, because, told } = await tried(withChanges(operation.id, lot));
      if (told === 0) return;
      if (verdict === "no effect" || lot.length === 1) {
        for (const { member, kind } of lot) tell({ operation: operation.id, member, kind, screen, verdict, because });
        return;
      }
      const middle = lot.length >> 1;
      await halve(lot.slice(0, middle));
      await halve(lot.slice(middle));
    }
  } finally {
    await browser.leave();
  }
}

export function changesFor({ stage }: Given, { operation, members }: Task, honest: Json): Change[] {
  const sources = {
    honest,
    before: answersOf(stage.answers, operation.id),
    elsewhere: answersOf(stage.foreign, operation.id),
    focus: Object.values(stage.ids),
  };
  return operation.members.filter(({ path }) => !members || members.includes(path)).flatMap((member) => liesAbout(operation, member, sources));
}

/** A few changes at a time, none within another. */
function lots(changes: readonly Change[]): Change[][] {
  const made: Change[][] = [];
  for (const change of changes) {
    const at = JSON.stringify(change.at).slice(0, -1);
    const last = made.at(-1);
    const apart = last?.every((one) => {
      const other = JSON.stringify(one.at).slice(0, -1);
      return !at.startsWith(other) && !other.startsWith(at);
    });
    if (last && last.length < TOGETHER && apart) last.push(change);
    else made.push([change]);
  }
  return made;
}

/** Changes what fits the question: an operation that is asked in several ways answers with several shapes. */
export function withChanges(operation: string, lot: readonly Change[]): Lie {
  return (answer) => {
    if (answer.operation !== operation) return undefined;
    const told = lot.reduce(changed, answer.body);
    return JSON.stringify(told) === JSON.stringify(answer.body) ? undefined : told;
  };
}

function whole(operation: string, kind: WholeKind): Lie {
  return (answer) => {
    if (answer.operation !== operation) return undefined;
    if (kind === "not found") return { status: 404, body: { code: "not_found", message: "There is nothing.", details: { reason: "not_found", requestId: "none" } } };
    const nothing: Json = Array.isArray(answer.body) ? [] : {};
    if (kind === "nothing") return { status: 200, body: nothing };
    return new Promise<Json>((resolve) => setTimeout(() => resolve(answer.body), LATE_MS));
  };
}
