/** Where documents stand in the app. */
import { FileText } from "lucide-react";

import type { KindCard } from "../../lists/kinds/card";

export const documentKind = {
  kind: "document",
  tags: ["Document"],
  path: "/documents",
  icon: FileText,
  keys: "G D",
  label: (say) => say("nav.documents", "Documents"),
  List: () => import("./Documents"),
  Page: () => import("./DocumentPage"),
  lookOf: (view) => (view === "cards" ? "&view=gallery" : ""),
} as const satisfies KindCard;
