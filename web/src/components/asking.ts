/**
 * Before anything is sent, a form asks each of its fields whether what stands in it is right.
 *
 * A field that is not says why, and the first of them takes the focus. So no invalid value is
 * sent, and no earlier value in its place.
 */
import { createContext, useCallback, useContext, useLayoutEffect, useMemo, useRef, useState, type RefObject } from "react";
import { flushSync } from "react-dom";

export interface AskedField {
  label: string;
  place: RefObject<HTMLElement | null>;
  /** Hands on what was read of its text, and shows its fault if it has one. */
  ask: () => void;
  fault: () => string | undefined;
}

export interface Asker {
  add: (field: AskedField) => () => void;
  /** The error is resolved. */
  righted: (field: AskedField) => void;
}

export const AskerContext = createContext<Asker | null>(null);

export const focusField = ({ place }: AskedField): void =>
  place.current?.querySelector<HTMLElement>("input:not([tabindex='-1']), textarea, button")?.focus();

const inOrder = ({ place: a }: AskedField, { place: b }: AskedField): number =>
  a.current && b.current && a.current.compareDocumentPosition(b.current) & Node.DOCUMENT_POSITION_PRECEDING ? 1 : -1;

export interface Asking {
  asker: Asker;
  /** The fields that were wrong when they were asked, as long as they are. */
  faults: readonly AskedField[];
  /** True when all of them are right; otherwise the first wrong one has the focus. */
  ask: () => boolean;
}

export function useAsking(): Asking {
  const [fields] = useState(() => new Set<AskedField>());
  const [faults, setFaults] = useState<readonly AskedField[]>([]);
  const asker = useMemo<Asker>(
    () => ({
      add(field) {
        fields.add(field);
        return () => void fields.delete(field);
      },
      righted: (field) => setFaults((now) => (now.includes(field) ? now.filter((one) => one !== field) : now)),
    }),
    [fields],
  );
  const ask = useCallback(() => {
    // What a field hands on is in the form before the form is sent.
    flushSync(() => fields.forEach((field) => field.ask()));
    const found = [...fields].filter((field) => field.fault() !== undefined).sort(inOrder);
    setFaults(found);
    const [first] = found;
    if (first) focusField(first);
    return first === undefined;
  }, [fields]);
  return { asker, faults, ask };
}

interface Asked {
  /** Holds whatever takes the focus. */
  place: RefObject<HTMLElement | null>;
  label: string;
  /** What is wrong with it as it stands. */
  fault: string | undefined;
  /** Hands on what was read. */
  settle?: (() => void) | undefined;
  /** Fields that can be invalid have to be inside a form that validates them. */
  needsAsker: boolean;
}

interface Answer {
  /** Said once the field was asked or left, until it is right again. */
  error: string | undefined;
  mark: () => void;
}

export function useAsked({ place, label, fault, settle, needsAsker }: Asked): Answer {
  const asker = useContext(AskerContext);
  if (!asker && needsAsker) throw new Error(`The field "${label}" can be wrong, and stands in no form that asks it.`);
  const [marked, setMarked] = useState(false);
  if (marked && fault === undefined) setMarked(false);
  const mark = useCallback(() => setMarked(true), []);

  const now = useRef({ label, fault, settle });
  useLayoutEffect(() => {
    now.current = { label, fault, settle };
  });
  const [field] = useState<AskedField>(() => ({
    get label() {
      return now.current.label;
    },
    place,
    ask() {
      now.current.settle?.();
      mark();
    },
    fault: () => now.current.fault,
  }));
  useLayoutEffect(() => asker?.add(field), [asker, field]);
  const isWrong = fault !== undefined;
  useLayoutEffect(() => {
    if (!isWrong) asker?.righted(field);
  }, [asker, field, isWrong]);

  return { error: marked ? fault : undefined, mark };
}
