/** Reading and writing one kind of plain item: its rows, what can be done with them, and what is saved of them. */
import { useCallback, useMemo } from "react";

import { CallFailed, failureOf } from "../../api/failure";
import { useSay } from "../../i18n/say";
import { useKeyring } from "../../keyring/react";
import { inList } from "../fields/inList";
import type { BasePayload } from "../../payloads/base";
import type { Members } from "../merge";
import type * as items from "../revise";
import { revising, useRevisingSoon } from "../revising";
import { usePlainDesk } from "../desks/plain";
import { useAudienceAct } from "../useAudienceAct";
import type { CellWriting } from "../useActs";
import type { PlainAnswer } from "../../api/plainItems";
import { useRows, type Rows } from "../list/useRows";
import { useItemActs, type ItemActs } from "../useItemActs";
import type { PlainForm, PlainRow, PlainScreen } from "./screen";
import type { PlainItem } from "../kinds/plain";
import type { OpenedItem } from "../opening";

export type Found<Payload> = items.Found<PlainItem, Payload>;
export type Clash<Payload> = items.Clash<PlainItem, Payload>;

export const membersOf = (payload: object): Members => ({ ...payload });

const asPayload = <Payload>(members: Members): Payload => members as unknown as Payload;

const NOTHING = {};

export function usePlainRows<Payload extends BasePayload>({ of, nameOf }: Pick<PlainScreen<Payload>, "of" | "nameOf">, answers: readonly PlainAnswer[] | undefined): Rows<PlainRow<Payload>> {
  const making = useMemo(() => ({ of, nothing: NOTHING, rowOf: (one: OpenedItem<PlainItem, Payload>) => rowOf(one, nameOf) }), [of, nameOf]);
  return useRows<object, object, Payload, PlainRow<Payload>>(making, answers);
}

const rowOf = <Payload>(opened: OpenedItem<PlainItem, Payload>, nameOf: (payload: Payload) => string): PlainRow<Payload> =>
  ({ ...opened, title: opened.opening.name === "open" ? nameOf(opened.opening.payload) : null });

export function usePlainActs<Payload extends BasePayload>(screen: PlainScreen<Payload>): ItemActs<PlainItem> {
  const say = useSay();
  const desk = usePlainDesk(screen.of, screen.useCalls());
  const words = useMemo(() => screen.words(say), [screen, say]);
  return useItemActs(desk, words);
}

/** Who reads many of them at once. */
export function usePlainAudience<Payload extends BasePayload>(screen: PlainScreen<Payload>) {
  return useAudienceAct(usePlainDesk(screen.of, screen.useCalls()));
}

/** Saves what a person wrote, without what was left empty. */
export function useRevisePlain<Payload extends BasePayload>(screen: PlainForm<Payload>): items.Revise<PlainItem, Payload> {
  const keyring = useKeyring();
  const calls = screen.useCalls();
  const { kind, tidy } = screen;
  useRevisingSoon();
  return useCallback(
    async (base, yours) =>
      (await revising()).revise<PlainItem, Payload>(
        {
          membersOf,
          contentsFrom: asPayload<Payload>,
          async send({ item }, payload) {
            const sealed = await keyring.sealRecord({
              kind,
              id: item.id,
              payload: tidy(payload),
              attrs: {},
              previous: item,
            });
            return calls.change([{ id: item.id, version: item.version, sealed }]);
          },
          read: calls.read,
          open: async (item) => (await keyring.openRecord(kind, item)) as Payload,
        },
        base,
        yours,
      ),
    [keyring, calls, kind, tidy],
  );
}

/** Makes a new one under an id that is the same for all tries: sent twice, it is still one. */
export function useCreatePlain<Payload extends BasePayload>(screen: PlainScreen<Payload>): (id: string, payload: Payload) => Promise<void> {
  const keyring = useKeyring();
  const calls = screen.useCalls();
  const { kind, tidy } = screen;
  return useCallback(
    async (id, payload) => {
      const audience = await keyring.defaultAudience(kind);
      const sealed = await keyring.sealRecord({ kind, id, payload: tidy(payload), attrs: { state: "active" }, audience });
      const { error } = await calls.create({ id, sealed });
      if (error) throw new CallFailed(failureOf(error));
    },
    [keyring, calls, kind, tidy],
  );
}

const contentsOf = <Payload>({ opening }: PlainRow<Payload>): Payload | null => (opening.name === "open" ? opening.payload : null);

export function usePlainCells<Payload extends BasePayload>(screen: PlainScreen<Payload>): CellWriting<PlainRow<Payload>, Payload> {
  const say = useSay();
  const revise = useRevisePlain(screen);
  return useMemo(
    () => ({
      revise,
      membersOf,
      contentsFrom: asPayload<Payload>,
      contentsOf,
      patchOf: (column, value) => {
        const field = inList(screen.fields(say), say).find(({ id }) => id === column);
        return field ? (payload) => ({ ...payload, ...field.put(payload, value.trim()) }) : null;
      },
      saying: (row, payload) =>
        row.opening.name === "open" ? { ...row, opening: { ...row.opening, payload }, title: screen.nameOf(payload) } : row,
    }),
    [revise, screen, say],
  );
}
