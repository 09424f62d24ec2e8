/** Asks again for what could not be had, once Coffer can be reached again, and for what failed in passing. */
import { QueryStatus } from "@reduxjs/toolkit/query";

import { baseApi } from "../api/baseApi";
import type { ApiFailure } from "../api/failure";
import { ENDED, onSessionBegan } from "../api/sessionEnd";
import { isUnanswered } from "../browser/connection";
import { onReach, reach } from "../browser/reach";
import type { store as appStore } from "./store";

interface Endpoint {
  initiate: (asked: unknown, options: { subscribe: false; forceRefetch: true }) => Parameters<typeof appStore.dispatch>[0];
}

type Answers = Pick<ReturnType<typeof appStore.getState>, typeof baseApi.reducerPath>;
type Store = Pick<typeof appStore, "dispatch" | "subscribe"> & { getState: () => Answers };
type Queries = Answers[typeof baseApi.reducerPath]["queries"];
type Asked = NonNullable<Queries[string]>;

const FIRST_WAIT_MS = 2000;
const LONGEST_WAIT_MS = 60_000;

/** Whenever Coffer can be reached again, until it is told to stop. */
export const refetchWhenBack = (store: Store): (() => void) => onReach(() => reach() === "fine" && refetchFailed(store));

/**
 * What the end of a session cut short, as soon as there is a session again, until it is told to stop.
 *
 * The end of one may be heard of late, when the next has begun and its first answers are on their way.
 */
export const refetchWhenSessionBegins = (store: Store): (() => void) => onSessionBegan(() => refetchFailed(store, (error) => error?.reason === ENDED.reason));

/**
 * A server that answers otherwise, and could not answer this for the moment, is asked again by and by, until it is told to stop.
 *
 * Its socket stays open while its database hangs, so nothing else says that it is over. The pauses grow as long as it goes on.
 */
export function refetchLater(store: Store): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let seen: Queries | undefined;
  let wait = FIRST_WAIT_MS;
  let triedAt = -Infinity;

  const look = () => {
    const { queries } = store.getState()[baseApi.reducerPath];
    if (queries === seen) return;
    seen = queries;
    if (timer !== undefined) return;
    const failures = failed(queries).flatMap(({ error }) => passing(error as ApiFailure | undefined) ?? []);
    if (failures.length === 0) return;
    wait = Date.now() - triedAt > 2 * LONGEST_WAIT_MS ? FIRST_WAIT_MS : Math.min(2 * wait, LONGEST_WAIT_MS);
    const demanded = Math.max(...failures.map(({ retryAfter = 0 }) => retryAfter * 1000));
    timer = setTimeout(again, Math.max(wait * (0.5 + Math.random() / 2), demanded));
  };
  const again = () => {
    timer = undefined;
    triedAt = Date.now();
    // Out of reach altogether, its way back is waited for.
    if (reach() === "fine") refetchFailed(store, (error) => passing(error) !== undefined);
  };
  const stop = store.subscribe(look);
  look();
  return () => {
    clearTimeout(timer);
    stop();
  };
}

export function refetchFailed({ getState, dispatch }: Omit<Store, "subscribe">, which: (error: ApiFailure | undefined) => boolean = () => true): void {
  const endpoints = baseApi.endpoints as unknown as Record<string, Endpoint | undefined>;
  for (const asked of failed(getState()[baseApi.reducerPath].queries)) {
    if (asked.endpointName === undefined || !which(asked.error as ApiFailure | undefined)) continue;
    const question = endpoints[asked.endpointName]?.initiate(asked.originalArgs, { subscribe: false, forceRefetch: true });
    if (question) dispatch(question);
  }
}

const failed = (queries: Queries): Asked[] =>
  Object.values(queries).filter((asked): asked is Asked => asked?.status === QueryStatus.rejected);

/**
 * A failure that time mends: an overloaded or hanging server, a rate limit, or a session that had ended when its successor was
 * not there yet. Where no session is known, such a question is not sent.
 */
const passing = (failure: ApiFailure | undefined): ApiFailure | undefined =>
  failure && (isUnanswered(failure.status) || failure.status === 429 || failure.status === 401) ? failure : undefined;
