/** What changes a cell: fetched behind the list, and here when somebody writes. */
export const editCells = () => import("./CellEditor");

/** For `useFetchAhead`. */
export const EDITING = [editCells];
