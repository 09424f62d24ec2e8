/** The desk inside React: what stands on the screen is subscribed to, and let go when it leaves. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from "react";

import type { Live, Window } from "./live.ts";
import type { Named, View, Whole } from "./messages.ts";
import type { Kind } from "./row.ts";
import type { Shown } from "./shown.ts";

const DeskContext = createContext<Shown | null>(null);

export function DeskProvider({ desk, children }: { desk: Shown; children: ReactNode }) {
  return <DeskContext value={desk}>{children}</DeskContext>;
}

export function useDesk(): Shown {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("There is no desk here.");
  return desk;
}

/** Something of the desk for as long as the component stands; another desk is asked anew. */
function useLive<One extends Live<unknown>>(make: (desk: Shown) => One): One {
  const desk = useDesk();
  const [held, setHeld] = useState(() => ({ desk, live: make(desk) }));
  const fresh = held.desk === desk ? held : { desk, live: make(desk) };
  if (fresh !== held) setHeld(fresh);
  const { live } = fresh;
  useEffect(() => () => live.close(), [live]);
  return live;
}

const useNow = <Value,>({ subscribe, now }: Live<Value>): Value | null => useSyncExternalStore(subscribe, now);

export interface ShownView {
  /** Null before the first answer, and once the device is locked. */
  readonly window: Window | null;
  /** Where in the filter its fault is. */
  readonly refused: string | null;
  /** Rows keep their places until it is let go. */
  readonly hold: (held: boolean) => void;
}

/** The view is the same object for as long as it asks for the same. */
export function useView(view: View, from: number, to: number): ShownView {
  const live = useLive((desk) => desk.view());
  useEffect(() => live.show(view, from, to), [live, view, from, to]);
  return { window: useNow(live), refused: useSyncExternalStore(live.subscribe, live.refused), hold: live.hold };
}

/** Undefined before the first answer; null where there is no such item. */
export function useOne(kind: Kind, id: string): Whole | null | undefined {
  const live = useLive((desk) => desk.one());
  useEffect(() => live.show(kind, id), [live, kind, id]);
  return useNow(live)?.whole;
}

/** The list of ids is the same object for as long as it has the same. */
export function useNames(kind: Kind, ids: readonly string[]): ReadonlyMap<string, Named> | null {
  const live = useLive((desk) => desk.names());
  useEffect(() => live.show(kind, ids), [live, kind, ids]);
  return useNow(live);
}
