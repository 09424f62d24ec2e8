/** How contents of an older version become contents of the newest, one version at a time. */
import type { Document } from "../crypto/record.ts";
import type { PayloadKind } from "./kinds.generated.ts";

/** A pure function: the same contents always become the same, on every device. What it does not know it keeps. */
export type Upgrade = (contents: Document) => Document;

/** By the kind and the version that is left behind. */
export type Upgrades = { readonly [Kind in PayloadKind]?: Readonly<Record<number, Upgrade>> };

export const UPGRADES: Upgrades = {};
