/**
 * The title of the tab, which the browser stores in its history, syncs, and shows to bystanders.
 *
 * So it names places only: words of the catalogue, and how far uploads are. Nothing else of the app writes it.
 */
import { useEffect } from "react";

import type { FixedWords } from "../i18n/say";

let place = "";
let share: number | null = null;

function write(): void {
  document.title = [share === null ? "" : `${share} %`, place, "Coffer"].filter(Boolean).join(" · ");
}

/** A title that says what a person wrote stays on the page: the tab names the place. */
export type Titled = { title: FixedWords; place?: undefined } | { title: string; place: FixedWords };

export const placeOf = ({ title, place }: Titled): FixedWords => place ?? title;

export function useTabTitle(name: FixedWords): void {
  useEffect(() => {
    place = name;
    write();
  }, [name]);
}

/** In percent; null when nothing is on its way. */
export function useTabShare(percent: number | null): void {
  useEffect(() => {
    share = percent;
    write();
    return () => {
      share = null;
      write();
    };
  }, [percent]);
}
