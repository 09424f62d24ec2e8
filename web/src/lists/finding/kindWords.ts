/** How kinds of items are called, and what stands for them. */
import type { ComponentType } from "react";

import { itemsOf } from "../../app/kindItems";
import { KINDS } from "../../app/kinds";
import type { Say } from "../../i18n/say";
import type { FindableKind } from "./kinds";

export const KIND_ICONS = Object.fromEntries(KINDS.map(({ kind, icon }) => [kind, icon])) as Record<FindableKind, ComponentType>;

export const kindWord = (say: Say, kind: FindableKind): string => itemsOf(kind).word(say);
