/** How the table of kinds asks for a list: whole, or only whether it is there. */
import { held, wholeSince, type Asked } from "../../api/held";
import type { Answered } from "../../api/answered";
import type { Listed } from "./card";

type Whole<Data> = Asked<Data> & { isLoading: boolean };

export function listed<Data>(asked: Whole<Data>, rowsOf: (data: Data) => readonly Answered[]): Listed {
  const { failure, again } = held(asked);
  const { data, isLoading } = asked;
  return { rows: data && rowsOf(data), isLoading, askedAt: wholeSince(asked), failure, again };
}

export const wholeList = (asked: Whole<{ readonly rows: readonly Answered[] }>): Listed => listed(asked, ({ rows }) => rows);

/** For `useQueryState`: of all that is known of an answer only whether there is one. */
export const IS_HERE = { selectFromResult: ({ data }: { data?: unknown }) => ({ here: data !== undefined }) };
