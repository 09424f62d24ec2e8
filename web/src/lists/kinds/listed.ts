/** How the table of kinds asks for a list: whole, or only whether it is there. */
import { wholeSince, type Asked } from "../../api/held";
import type { Answered } from "../../api/answered";
import type { Listed } from "./card";

type Whole = Pick<Asked<readonly Answered[]>, "data" | "isError" | "isFetching" | "startedTimeStamp"> & { isLoading: boolean };

export const listed = ({ data, isLoading, ...asked }: Whole): Listed => ({ rows: data, isLoading, askedAt: wholeSince(asked) });

export const wholeList = ({ data, ...asked }: Omit<Whole, "data"> & { data?: { readonly rows: readonly Answered[] } | undefined }): Listed => listed({ ...asked, data: data?.rows });

/** For `useQueryState`: of all that is known of an answer only whether there is one. */
export const IS_HERE = { selectFromResult: ({ data }: { data?: unknown }) => ({ here: data !== undefined }) };
