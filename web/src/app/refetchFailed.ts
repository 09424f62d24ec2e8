/** Asks again for what could not be had, once Coffer can be reached again. */
import { QueryStatus } from "@reduxjs/toolkit/query";

import { baseApi } from "../api/baseApi";
import { onReach, reach } from "../connection/reach";
import type { store as appStore } from "./store";

interface Endpoint {
  initiate: (asked: unknown, options: { subscribe: false; forceRefetch: true }) => Parameters<typeof appStore.dispatch>[0];
}

type Store = Pick<typeof appStore, "getState" | "dispatch">;

/** Whenever Coffer can be reached again, until it is told to stop. */
export const refetchWhenBack = (store: Store): (() => void) => onReach(() => reach() === "fine" && refetchFailed(store));

export function refetchFailed({ getState, dispatch }: Store): void {
  const endpoints = baseApi.endpoints as unknown as Record<string, Endpoint | undefined>;
  for (const asked of Object.values(getState()[baseApi.reducerPath].queries)) {
    if (asked?.status !== QueryStatus.rejected || asked.endpointName === undefined) continue;
    const question = endpoints[asked.endpointName]?.initiate(asked.originalArgs, { subscribe: false, forceRefetch: true });
    if (question) dispatch(question);
  }
}
