/** Documents as rows: the ciphertext of the store beside what this device could open of it. */
import { useEffect, useMemo, useRef, useState } from "react";

import type { DocumentItem } from "../../api/documents";
import type { Day } from "../../dates/days";
import type { Keyring } from "../../keyring/contract";
import { isSealed, useKeyring, useKeyState, type Opening } from "../../keyring/react";
import { stageOf, type Stage } from "./lifecycle";
import { mimeOf, type DocumentPayload } from "../../payloads/document";

export interface DocumentRow {
  id: string;
  item: DocumentItem;
  opening: Opening<DocumentPayload>;
  title: string | null;
  mime: string | undefined;
  expiresOn: Day | null;
  stage: Stage;
  /** The version that is shown; for a moment after a change it is an earlier one than that of the item. */
  shownVersion: number;
  /** Nobody builds on what nobody has verified yet, nor on what is no longer so; both take a moment. */
  settled: boolean;
}

type Opened = Map<string, { version: number; opening: Opening<DocumentPayload> }>;

const OPENING: Opening<DocumentPayload> = { name: "opening" };
const SEALED: Opening<DocumentPayload> = { name: "sealed" };

/** Rows are opened in steps, and shown after each, so a long list never blocks the page. */
const STEP = 256;

export function useRows(items: readonly DocumentItem[] | undefined, today: Day): DocumentRow[] | undefined {
  const keyring = useKeyring();
  const ready = useKeyState().name === "ready";
  // Plaintext stays in this component; it goes when the page goes or the device locks.
  const opened = useRef<Opened>(new Map());
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (!ready) opened.current = new Map();
    if (!ready || !items) return undefined;
    const control = new AbortController();
    void openAll(keyring, items, opened.current, control.signal, () => setRound((count) => count + 1));
    return () => control.abort();
  }, [keyring, items, ready]);

  return useMemo(() => {
    // Read again after each step of opening.
    void round;
    return items?.map((item) => {
      const known = opened.current.get(item.id);
      const opening = !ready ? SEALED : (known?.opening ?? OPENING);
      return toRow(item, opening, today, known?.version);
    });
  }, [items, ready, round, today]);
}

async function openAll(
  keyring: Keyring,
  items: readonly DocumentItem[],
  opened: Opened,
  signal: AbortSignal,
  step: () => void,
): Promise<void> {
  const keep = (some: readonly DocumentItem[], openings: readonly Opening<DocumentPayload>[]) => {
    if (signal.aborted) return;
    some.forEach(({ id, version }, place) => opened.set(id, { version, opening: openings[place] ?? OPENING }));
    step();
  };
  const stale = items.filter(({ id, version }) => {
    const known = opened.get(id);
    return known?.version !== version || (known.opening.name === "open" && !known.opening.verified);
  });
  for (let from = 0; from < stale.length && !signal.aborted; from += STEP) {
    const some = stale.slice(from, from + STEP);
    const shown = await Promise.all(some.map((item) => showOne(keyring, item)));
    keep(
      some,
      shown.map(({ opening }) => opening),
    );
    void Promise.all(shown.map(({ verified }) => verified)).then((openings) => keep(some, openings));
  }
}

/** What a row shows at once, and what becomes of it when its signatures were verified. */
async function showOne(keyring: Keyring, item: DocumentItem) {
  const failed = (reason: unknown): Opening<DocumentPayload> => ({ name: isSealed(reason) ? "sealed" : "broken" });
  try {
    const shown = await keyring.showRecord("document", item);
    const opening = { name: "open", payload: shown.payload as DocumentPayload, verified: false } as const;
    const verified = shown.verified.then((): Opening<DocumentPayload> => ({ ...opening, verified: true }), failed);
    return { opening, verified };
  } catch (reason) {
    const opening = failed(reason);
    return { opening, verified: Promise.resolve(opening) };
  }
}

export function toRow(
  item: DocumentItem,
  opening: Opening<DocumentPayload>,
  today: Day,
  shownVersion = item.version,
): DocumentRow {
  const payload = opening.name === "open" ? opening.payload : undefined;
  const expiresOn = item.expiresOn ?? payload?.expiresOn ?? null;
  return {
    id: item.id,
    item,
    opening,
    title: payload?.title ?? null,
    mime: payload && mimeOf(payload),
    expiresOn,
    stage: stageOf(item.lifecycle, expiresOn, today),
    shownVersion,
    settled: opening.name === "open" && opening.verified && shownVersion === item.version,
  };
}
