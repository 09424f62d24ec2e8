/** The desk inside React: what stands on the screen is subscribed to, and let go when it leaves. */
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from "react";

import type { WorkerLost } from "../keyring/watch.ts";
import type { NoCopy } from "./copy/copy.ts";
import type { DeskHost, OpenDesk } from "./host.ts";
import type { Live, Window } from "./live.ts";
import type { Named, Stage, View } from "./messages.ts";
import type { Shelf, Whole } from "./row.ts";
import type { Shown } from "./shown.ts";

const DeskContext = createContext<DeskHost | null>(null);

export function DeskProvider({ host, children }: { host: DeskHost; children: ReactNode }) {
  return <DeskContext value={host}>{children}</DeskContext>;
}

export function useDeskHost(): DeskHost {
  const host = useContext(DeskContext);
  if (!host) throw new Error("There is no desk here.");
  return host;
}

/** Another one after the device was locked or unlocked. */
export function useDesk(): OpenDesk {
  const { subscribe, now } = useDeskHost();
  return useSyncExternalStore(subscribe, now);
}

/** Null for as long as the worker of the desk answers. */
export function useDeskLost(): WorkerLost | null {
  const { subscribe, lost } = useDeskHost();
  return useSyncExternalStore(subscribe, lost);
}

/** Why nothing is kept on this device; null where it is. */
export function useUnkept(): NoCopy | null {
  const { subscribe, unkept } = useDeskHost();
  return useSyncExternalStore(subscribe, unkept);
}

/** Something of the desk for as long as the component stands; another desk is asked anew. */
function useLive<One extends Live<unknown>>(make: (desk: Shown) => One): One {
  const desk = useDesk().shown;
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

/** The view is the same object for as long as it asks for the same. `whole`: with all that is known of each row. */
export function useView(view: View, from: number, to: number, { whole } = { whole: false }): ShownView {
  const live = useLive((desk) => desk.view({ whole }));
  useEffect(() => live.show(view, from, to), [live, view, from, to]);
  return { window: useNow(live), refused: useSyncExternalStore(live.subscribe, live.refused), hold: live.hold };
}

/** How many rows a view has; null before the first answer, and where none is asked for. */
export function useCount(view: View | null): number | null {
  const live = useLive((desk) => desk.view());
  useEffect(() => (view ? live.show(view, 0, 0) : live.close()), [live, view]);
  return useNow(live)?.count ?? null;
}

/** How far the rows of a kind are. */
export function useStage(kind: Shelf): Stage {
  const view = useMemo((): View => ({ kind, where: null, text: "", sort: [], group: null }), [kind]);
  return useView(view, 0, 0).window?.stage ?? "reading";
}

/** Undefined before the first answer; null where there is no such item, or where none is asked for. */
export function useOne(kind: Shelf, id: string | null): Whole | null | undefined {
  const live = useLive((desk) => desk.one());
  useEffect(() => (id === null ? live.close() : live.show(kind, id)), [live, kind, id]);
  const found = useNow(live)?.whole;
  // What was asked for before is no answer to this.
  return id === null ? null : found && found.id !== id ? undefined : found;
}

/** The list of ids is the same object for as long as it has the same. */
export function useNames(kind: Shelf, ids: readonly string[]): ReadonlyMap<string, Named> | null {
  const live = useLive((desk) => desk.names());
  useEffect(() => live.show(kind, ids), [live, kind, ids]);
  return useNow(live);
}
