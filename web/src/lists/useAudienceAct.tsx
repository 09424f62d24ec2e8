/** Another audience for all that is selected: asked for in a dialog first, then signed for each item by itself. */
import { KeyRound } from "lucide-react";
import { useState, type ReactNode } from "react";

import { PopUp } from "../components/PopUp";
import { part } from "../components/part";
import { tell } from "../components/notices";
import { useSay } from "../i18n/say";
import type { AudienceWish, Keyring, NewAudience } from "../keyring/contract";
import { useKeyring } from "../keyring/react";
import type { BulkHooks, BulkResult } from "./bulk";
import type { Doing } from "./BulkRun";
import type { Item } from "./item";
import type { AudienceDesk } from "./useItemActs";

const ChangeAccess = part(() => import("./ChangeAccess"));

/** Nothing was to be changed in it. */
class AsWished extends Error {}

type Changed = { id: string; version: number } & NewAudience;

/** What a person has named, for each item; those that are so already are done without a statement. */
export async function giveAudience<One extends Item>(
  keyring: Pick<Keyring, "changeAudience" | "proveEach">, desk: AudienceDesk<One>, items: readonly One[], wish: AudienceWish, hooks?: BulkHooks,
): Promise<BulkResult<One>> {
  const already: One[] = [];
  const { inBatches } = await import("./bulk");
  const result = await inBatches<One, Changed>(items, {
    ...hooks,
    read: desk.read,
    prove: (some) => keyring.proveEach(desk.kind, some, { mayBeOlder: false }),
    sign: async (item) => {
      const made = await keyring.changeAudience(desk.kind, item, wish);
      if (made) return { id: item.id, version: item.version, ...made };
      already.push(item);
      throw new AsWished();
    },
    send: desk.write,
  });
  const ids = new Set(already.map(({ id }) => id));
  return { done: [...result.done, ...already], refused: result.refused.filter(({ id }) => !ids.has(id)) };
}

export function useAudienceAct<One extends Item>(desk: AudienceDesk<One>): { doing: Doing<One>; asked: ReactNode } {
  const say = useSay();
  const keyring = useKeyring();
  const [asked, setAsked] = useState<{ count: number; answer: (wish: AudienceWish | null) => void } | null>(null);

  async function act(items: readonly One[], hooks: Required<BulkHooks>): Promise<BulkResult<One>> {
    const wish = await new Promise<AudienceWish | null>((answer) => setAsked({ count: items.length, answer }));
    setAsked(null);
    if (!wish) return { done: [], refused: [] };
    const result = await giveAudience(keyring, desk, items, wish, hooks);
    const count = result.done.length;
    if (count > 0) tell({ title: say("changeAccess.done", "Access changed for {count, plural, one {# item} other {# items}}", { count }) });
    return result;
  }

  return {
    doing: {
      icon: KeyRound,
      label: say("changeAccess.label", "Change access"),
      running: say("changeAccess.running", "Changing access"),
      act,
      writes: true,
    },
    asked: <PopUp onClose={() => asked?.answer(null)}>{asked && <ChangeAccess count={asked.count} onAnswer={asked.answer} />}</PopUp>,
  };
}
