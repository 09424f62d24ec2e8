/** Where contacts stand in the app. */
import { Contact } from "lucide-react";

import type { KindCard } from "../../lists/kinds/card";

export const contactKind = {
  kind: "contact",
  tags: ["Contact"],
  path: "/contacts",
  icon: Contact,
  keys: "G C",
  label: (say) => say("nav.contacts", "Contacts"),
  List: () => import("./Contacts"),
  Page: () => import("./ContactPage"),
  lookOf: () => "",
} as const satisfies KindCard;
