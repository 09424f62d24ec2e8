/** Items found by what they say, on this device: the desk looks, and keeps what was found up to date. */
import { useEffect, useMemo, useState } from "react";

import { ID, ROW } from "../../desk/kind";
import type { View } from "../../desk/messages";
import { useDesk, useView, type ShownView } from "../../desk/react";
import type { Whole } from "../../desk/row";
import { ofEach } from "../kinds/ofEach";
import { FINDABLE, titleSaid, type FindableKind } from "./kinds";

export interface Found {
  id: string;
  kind: FindableKind;
  title: string;
  /** Of a document: signed, or sealed where the account keeps it from the server. */
  expiresOn: string | null;
  audience: readonly string[];
}

const MOST = 8;
const NOTHING: readonly string[] = [];
const WHOLE = { whole: true };

const all = (kind: FindableKind): View => ({ kind, where: { field: ROW, op: "eq", value: "open" }, text: "", sort: [], group: null });
const ALL = FINDABLE.map(all);

const named = (kind: FindableKind, ids: readonly string[]): View => ({ ...all(kind), where: { all: [{ field: ID, op: "in", value: ids }, { field: ROW, op: "eq", value: "open" }] } });

/** Those of these that are open now, in this order. The list of ids is the same object for as long as it has the same. */
export function useOpenOnes(ids: readonly string[]): readonly Found[] {
  const windows = useEachKind(useMemo(() => FINDABLE.map((kind) => named(kind, ids)), [ids]), ids.length);
  const known = new Map(windows.flatMap(({ kind, window }) => [...(window?.rows.values() ?? [])].flatMap(({ id, whole }) => (whole ? [[id, foundOf(kind, whole)] as const] : []))));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** Until the next answer is there, the last one stays; an empty field finds nothing. */
export function useFound(typed: string): readonly Found[] {
  const { shown: desk } = useDesk();
  const words = typed.trim();
  const [hits, setHits] = useState(NOTHING);
  // Asked again whenever rows have come or gone.
  const counts = useEachKind(ALL, 0).map(({ window }) => window?.count ?? 0).join(" ");

  useEffect(() => {
    if (words === "") return undefined;
    let gone = false;
    desk.find(words, FINDABLE, MOST).then(
      (found) => {
        if (!gone) setHits(found.map(({ row }) => row.id));
      },
      // The device was locked before it was answered: then nothing is found.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [desk, words, counts]);

  return useOpenOnes(words === "" ? NOTHING : hits);
}

function foundOf(kind: FindableKind, { id, item, payload }: Whole): Found {
  const { expiresOn: told } = item?.attributes ?? {};
  const sealed = (payload as { expiresOn?: unknown } | undefined)?.expiresOn;
  const expiresOn = kind === "document" ? (told ?? sealed) : null;
  return { id, kind, title: titleSaid(kind, payload), expiresOn: typeof expiresOn === "string" ? expiresOn : null, audience: item?.audience ?? [] };
}

/** A window of each kind, in their order. */
function useEachKind(views: readonly View[], most: number): readonly { kind: FindableKind; window: ShownView["window"] }[] {
  return ofEach(useOne, { views, most });
}

function useOne({ kind }: { kind: FindableKind }, { views, most }: { views: readonly View[]; most: number }) {
  const view = views.find((one) => one.kind === kind) as View;
  return { kind, window: useView(view, 0, most, WHOLE).window };
}
