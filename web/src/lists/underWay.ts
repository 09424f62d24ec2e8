/** Whether something is shown that the server does not have yet. Also of a store that knows nothing of acts. */
import { isOver, type All } from "./acts";

export const isAnyUnderWay = (state: unknown): boolean => Object.values((state as { acts?: All }).acts ?? {}).some((act) => !isOver(act));
