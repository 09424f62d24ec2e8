/**
 * The order of dates and the time zone that this browser goes by.
 *
 * They are settings of the account, which nobody signs, and they decide what 03/04 means: where a day is read, and where one
 * is typed that is signed afterwards. So this browser goes on with what its person has seen here until they agree to
 * something else, or change it themselves. Nothing of it is secret.
 */
import { useCallback, useMemo, useSyncExternalStore } from "react";

import type { DateSettings } from "../dates/settings";
import { ofBrowser } from "../browser/shelf";

export type Agreeable = Omit<DateSettings, "language">;

interface Kept {
  agreed: Agreeable;
  /** What was offered and not taken: it is not asked again. */
  refused?: Agreeable;
}

const PARTS = ["dateFormat", "dateInputFormat", "dateSeparator", "zone"] as const;

export const agreeableIn = ({ dateFormat, dateInputFormat, dateSeparator, zone }: Agreeable): Agreeable => ({ dateFormat, dateInputFormat, dateSeparator, zone });
const isSame = (one: Agreeable, other: Agreeable): boolean => PARTS.every((part) => one[part] === other[part]);

/** Whose settings, and of which account. */
export interface Place {
  userId: string;
  accountId: string;
}

const nameOf = ({ userId, accountId }: Place): string => `coffer.dates ${userId} ${accountId}`;
const listeners = new Set<() => void>();

function keptAt(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? "null") as Kept | null;
    return kept && PARTS.every((part) => typeof kept.agreed[part] === "string") ? kept : null;
  } catch {
    return null;
  }
}

function keep(place: Place, kept: Kept): void {
  ofBrowser.set(nameOf(place), JSON.stringify(kept));
  for (const listener of listeners) listener();
}

/** The person has changed the settings, or agreed to what the server says. */
export const agreeOnDates = (place: Place, settings: Agreeable): void => keep(place, { agreed: agreeableIn(settings) });

/** The person keeps what they have. */
export function refuseDates(place: Place, told: Agreeable): void {
  const kept = keptAt(ofBrowser.get(nameOf(place)));
  if (kept) keep(place, { ...kept, refused: agreeableIn(told) });
}

/** What a browser sees for the first time it goes by: there is nothing to compare it with. */
export function seeDates(place: Place, told: Agreeable): void {
  if (!keptAt(ofBrowser.get(nameOf(place)))) agreeOnDates(place, told);
}

interface Dates {
  agreed: Agreeable;
  /** What the server says instead, while its person has not answered to it. */
  offered: Agreeable | null;
}

export function datesAt(text: string | null, told: Agreeable): Dates {
  const kept = keptAt(text);
  if (!kept || isSame(kept.agreed, told)) return { agreed: agreeableIn(told), offered: null };
  return { agreed: kept.agreed, offered: kept.refused && isSame(kept.refused, told) ? null : agreeableIn(told) };
}

function subscribe(listener: () => void): () => void {
  // Another tab may have agreed.
  const heard = ({ key }: StorageEvent) => key?.startsWith("coffer.dates ") && listener();
  listeners.add(listener);
  addEventListener("storage", heard);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", heard);
  };
}

/** Null without an account. */
export function useAgreedDates(place: Place | null, told: Agreeable | null): Dates | null {
  const name = place && nameOf(place);
  const text = useSyncExternalStore(subscribe, useCallback(() => (name ? ofBrowser.get(name) : null), [name]));
  return useMemo(() => (told ? datesAt(text, told) : null), [text, told]);
}
