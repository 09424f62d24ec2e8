/** A list of the desk on its page: its rows with what is changed in them, the one that is open, and what others added. */
import { useMemo, type Dispatch, type SetStateAction } from "react";

import type { Answered } from "../../api/answered";
import type { Selection } from "../../components/collection/selection";
import type { Source } from "../../components/collection/source";
import type { SaveCell } from "../../components/collection/useCellEditing";
import type { Group, View } from "../../desk/messages";
import type { Kind } from "../../desk/row";
import { useSignedIn } from "../../session/useSession";
import type { Clash } from "../revise";
import { useActs, type CellWriting } from "../useActs";
import { useArrivals, useOpened, usePlace, usePruned, type Arrivals } from "./beyond";
import { useListed, type Listed } from "./useListed";
import type { AnyRow, Rows } from "./useRows";

interface Asking<Row extends AnyRow, Contents> {
  kind: Kind;
  answers: readonly Answered[] | undefined;
  view: View;
  rows: Rows<Row>;
  headingOf?: (group: Group) => string;
  /** In which order rows follow one another, where they do not stand as the view has them. The same function until it is another order. */
  sequence?: Listed<Row>["order"] | undefined;
  openId: string | null;
  selection: readonly [Selection, Dispatch<SetStateAction<Selection>>];
  writing: CellWriting<Row, Contents>;
  onClash: (id: string, clash: Clash<Row["item"], Contents>) => void;
}

export interface List<Row> extends Pick<Listed<Row>, "count" | "all" | "order" | "read"> {
  /** The rows that are here, as they will be, and the one that is open. */
  shown: readonly Row[] | undefined;
  source: Source<Row>;
  save: SaveCell<Row>;
  openRow: Row | undefined;
  /** Of what is open; -1 where it does not stand in the list. */
  place: number;
  /** Answers the neighbour of what is open. */
  beside: (by: 1 | -1) => Promise<string | undefined>;
  news: Arrivals;
}

export function useList<Row extends AnyRow, Contents>(asking: Asking<Row, Contents>): List<Row> {
  const { kind, answers, view, rows, headingOf, sequence, openId, selection: [selection, setSelection], writing, onClash } = asking;
  const { user } = useSignedIn();
  const listed = useListed<Row>({ kind, view, rows, ...(headingOf && { headingOf }) });
  const opened = useOpened(kind, openId, rows);
  const known = useMemo(() => {
    const { here } = listed;
    return here && opened && !here.some(({ id }) => id === opened.id) ? [...here, opened] : here;
  }, [listed, opened]);
  const { rows: shown, save } = useActs<Row, Contents>(kind, known, writing, onClash);
  const source = useMemo(() => listed.sourceOf(shown?.slice(0, listed.here?.length)), [listed, shown]);
  const openRow = shown?.find(({ id }) => id === openId);
  const follow = sequence ?? listed.order;
  const place = usePlace(openRow?.id ?? null, sequence ? null : source, follow);
  const news = useArrivals(answers, listed, user.id);
  usePruned(selection, setSelection, listed);
  const { count, all, order, read } = listed;
  return { count, all, order, read, shown, source, save, openRow, place, news, beside: async (by) => (await follow())[place + by] };
}
