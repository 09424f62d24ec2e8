/** How items are archived, deleted and brought back: each portion is shown as done while it is under way, and what was refused of it goes back. */
import { confirmWhoIsThere, UNCONFIRMED, wantsToKnowWhoIsThere } from "../api/stepUp";
import { tell, tellFailure } from "../components/notices";
import type { Says } from "../desk/acts";
import type { useDesk } from "../desk/react";
import type { Shelf } from "../desk/row";
import { failureTitle } from "../i18n/fixedTexts";
import type { Say } from "../i18n/say";
import type { Keyring } from "../keyring/contract";
import { actBegan, actMoved, nextAct, type ActName } from "./acts";
import { actsOf } from "./actTable";
import { inBatches, type BulkHooks, type BulkResult, type BulkWork } from "./bulk";
import type { Item } from "./item";
import type { Act, ActWords, BinActs, BinDesk, BinWords, ItemActs, ItemDesk } from "./useItemActs";

type Lifecycle = "active" | "archived";

/** On whose behalf, and where it is shown and told. */
export interface Acting {
  readonly say: Say;
  readonly keyring: Keyring;
  readonly desk: ReturnType<typeof useDesk>;
  readonly dispatch: (action: ReturnType<typeof actBegan> | ReturnType<typeof actMoved>) => unknown;
}

/** One notice for all of it, and one way back. */
function told<One>(say: Say, result: BulkResult<One>, title: string, back: () => Promise<BulkResult<One>>): BulkResult<One> {
  const complain = ({ refused: [first] }: BulkResult<One>) => {
    if (first) tellFailure(failureTitle(say, "update"), first.message);
  };
  if (result.done.length > 0) tell({ title, undo: () => void back().then(complain) });
  return result;
}

interface Shown {
  name: ActName;
  says: Says;
  shelf?: Shelf;
  forGood?: boolean;
}

/** Carries an act out on many, portion by portion. */
function carryingOut<One extends Item>({ keyring, desk, dispatch }: Acting, { kind, read }: Pick<BinDesk<One>, "kind" | "read">) {
  const prove = (items: readonly One[]) => keyring.proveEach(kind, items, { mayBeOlder: true });
  return <Signed>({ name, says, shelf = kind, forGood = false }: Shown, items: readonly One[], work: Pick<BulkWork<One, Signed>, "sign" | "send" | keyof BulkHooks>) =>
    inBatches<One, Signed>(items, {
      ...work,
      read,
      prove,
      around(ids, batch) {
        const id = nextAct();
        dispatch(actBegan({ id, kind, name, many: ids.length }));
        return actsOf(desk).portion({ shelf, ids, says, forGood, told: (state) => dispatch(actMoved({ id, ...state })) }, batch);
      },
    });
}

export function binActs<One extends Item>(acting: Acting, desk: BinDesk<One>, words: BinWords, shelf?: Shelf): BinActs<One> {
  const { say, keyring } = acting;
  const { keys } = acting.desk;
  const act = carryingOut(acting, desk);
  const { kind } = desk;
  const restore: Act<One> = (items, hooks) =>
    act({ name: "restore", ...(shelf ? { shelf, says: "gone" } : { says: "back" }) }, items, {
      ...hooks,
      // After a delete its statement is the last one; the answer to it carries it.
      sign: async (item) => ({ id: item.id, ...(await keyring.signAttrs(kind, item, {})) }),
      send: desk.restore,
    });
  return {
    async remove(items, hooks) {
      const result = await act({ name: "delete", says: "gone" }, items, {
        ...hooks,
        sign: async (item) => ({ id: item.id, ...(await keyring.signDelete(kind, item)) }),
        send: desk.remove,
      });
      // Whoever has deleted it does not wait until the next answer leaves it out.
      if (result.done.length > 0) keys({ end: kind, rows: result.done.map(({ id, revision }) => ({ id, revision })) });
      return told(say, result, words.deleted(result.done.length), () => restore(result.done));
    },
    restore,
    async purge(items, hooks) {
      // Nothing is signed for it; what it destroys is what was shown all the same.
      const proven = async (item: One) => {
        await keyring.prove(kind, [item]);
        return item;
      };
      const purge = (some: readonly One[]) =>
        act({ name: "purge", says: "gone", forGood: true, ...(shelf && { shelf }) }, some, { ...hooks, sign: proven, send: desk.purge });
      const result = await purge(items);
      const unproven = new Set(result.refused.filter(({ reason }) => reason !== undefined && wantsToKnowWhoIsThere({ reason })).map(({ id }) => id));
      if (unproven.size === 0 || !(await confirmWhoIsThere(UNCONFIRMED))) return result;
      const again = await purge(items.filter(({ id }) => unproven.has(id)));
      return { done: [...result.done, ...again.done], refused: [...result.refused.filter(({ id }) => !unproven.has(id)), ...again.refused] };
    },
  };
}

export function archiveActs<One extends Item>(acting: Acting, desk: ItemDesk<One>, words: ActWords): Pick<ItemActs<One>, "archive" | "unarchive"> {
  const { say, keyring } = acting;
  const act = carryingOut(acting, desk);
  const { kind } = desk;
  const move = (items: readonly One[], state: Lifecycle, hooks?: BulkHooks) =>
    act({ name: state === "archived" ? "archive" : "unarchive", says: { attributes: { state } } }, items, {
      ...hooks,
      sign: async (item) => {
        const attrs = await keyring.signAttrs(kind, item, { state });
        return { id: item.id, version: item.version, ...attrs };
      },
      send: desk.move,
    });
  return {
    async archive(items, hooks) {
      const result = await move(items, "archived", hooks);
      return told(say, result, words.archived(result.done.length), () => move(result.done, "active"));
    },
    unarchive: (items, hooks) => move(items, "active", hooks),
  };
}
