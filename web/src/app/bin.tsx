/** The bin, with what it needs of each kind. */
import { KIND_ITEMS } from "./kindItems";

export const loadBinned = () => Promise.all(KIND_ITEMS.map(async ({ kind, bin }) => ({ kind, ...(await bin()).default })));

export async function load() {
  const [{ default: Bin }, kinds] = await Promise.all([import("../features/bin/Bin"), loadBinned()]);
  return { default: () => <Bin kinds={kinds} /> };
}
