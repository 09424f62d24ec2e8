/** The bin, with what it needs of each kind: `bin.ts` in the folder of the kind. */
import Bin from "../features/bin/Bin";
import type { Binned } from "../lists/kinds/binned";
import { KINDS } from "./kinds";

const ALL = Object.values(import.meta.glob<Binned>("../features/*/bin.ts", { import: "default", eager: true }));

/** In the order of the table. A test holds that each kind has one. */
export const BINNED = KINDS.flatMap(({ kind }) => ALL.filter(({ making }) => making.of.kind === kind).map((one) => ({ kind, ...one })));

export default function BinOfAll() {
  return <Bin kinds={BINNED} />;
}
