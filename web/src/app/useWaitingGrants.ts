/** How many people and devices wait for this one to let them in. */
import { useOverview } from "../keyring/useOverview";

export const useWaitingGrants = (): number => useOverview()?.waiting.length ?? 0;
