/** The kinds of items that can be found by what they say, and how each is called. */
import { KINDS, type ListedKind } from "../../app/kinds";
import { titleIn } from "../../payloads/titles";

export type FindableKind = ListedKind;

export const FINDABLE: readonly FindableKind[] = KINDS.map(({ kind }) => kind);

export const isFindable = (kind: string): kind is FindableKind => FINDABLE.some((one) => one === kind);

/** Empty where it is called nothing. */
export const titleSaid = (kind: FindableKind, payload: unknown): string => titleIn(kind, payload as Readonly<Record<string, unknown>>) ?? "";
