/** Cell editors, in a chunk that is prefetched after the list. */
export const editCells = () => import("./CellEditor");

/** For `useFetchAhead`. */
export const EDITING = [editCells];
