/** Checks the entries that are shown, and those that come after them, against the sealed log. */
import { useCallback, useEffect, useRef, useState } from "react";

import { failureOf, type ApiFailure } from "../../api/failure";
import { call } from "../../api/http";
import type { AuditEntry } from "../../api/oversight";
import type { DataAuditProofs } from "../../api/typesOnly.generated";
import { BrokenLog, checkProofs, type Checked, type EntryProof, type LogFault, type Signer } from "./check";
import { keepPin, keptPin } from "./pins";

/** As many as the server answers at once. */
const AT_ONCE = 200;
/** What has just happened is signed within a second, as a rule. */
const SIGNED_MS = 1500;
const MOST_TURNS = 5;

export interface EntryProofs {
  /** By the ids of entries; those that are still being checked are not in it. */
  readonly entries: ReadonlyMap<string, EntryProof>;
  readonly checked: Checked | undefined;
  readonly fault: LogFault | undefined;
  readonly failure: ApiFailure | undefined;
  /** Checks all of them once more. */
  readonly again: () => void;
}

const NONE: ReadonlyMap<string, EntryProof> = new Map();
const isUnsigned = ({ standing }: EntryProof): boolean => standing === "waiting" || standing === "overdue";

/** `signer` is whom the keyring has pinned; undefined while that is not known yet. */
export function useEntryProofs(entries: readonly AuditEntry[] | undefined, signer: Signer | null | undefined): EntryProofs {
  const [found, setFound] = useState<Omit<EntryProofs, "again">>({ entries: NONE, checked: undefined, fault: undefined, failure: undefined });
  const [turn, setTurn] = useState(0);
  const begun = useRef(new Set<string>());

  const isWaiting = turn < MOST_TURNS && [...found.entries.values()].some(isUnsigned);
  useEffect(() => {
    if (!isWaiting) return;
    const later = setTimeout(() => {
      for (const [id, proof] of found.entries) if (isUnsigned(proof)) begun.current.delete(id);
      setTurn((before) => before + 1);
    }, SIGNED_MS);
    return () => clearTimeout(later);
  }, [isWaiting, found]);

  useEffect(() => {
    if (!entries || signer === undefined) return;
    const wanted = entries.filter(({ id }) => !begun.current.has(id));
    for (const { id } of wanted) begun.current.add(id);
    for (let at = 0; at < wanted.length; at += AT_ONCE) {
      const some = wanted.slice(at, at + AT_ONCE);
      check(some, signer).then(
        (checked) => setFound((before) => ({ ...before, checked, failure: undefined, entries: new Map([...before.entries, ...checked.entries]) })),
        (reason: unknown) => {
          for (const { id } of some) begun.current.delete(id);
          setFound((before) => (reason instanceof BrokenLog ? { ...before, fault: reason.fault } : { ...before, failure: failureOf(reason) }));
        },
      );
    }
  }, [entries, signer, turn]);

  const again = useCallback(() => {
    begun.current.clear();
    setFound((before) => ({ ...before, entries: NONE, fault: undefined, failure: undefined }));
    setTurn((before) => (before < MOST_TURNS ? before + 1 : 0));
  }, []);
  return { ...found, again };
}

async function check(entries: readonly AuditEntry[], signer: Signer | null): Promise<Checked> {
  const pin = keptPin();
  const query = { positions: entries.map(({ position }) => position), from: pin?.size };
  const { data } = await call<DataAuditProofs>({ path: "/api/audit/proof", query });
  const checked = await checkProofs(data.data, entries, pin, signer, new Date());
  keepPin(checked.pin);
  return checked;
}
