/** Where vendors stand in the app. */
import { Store } from "lucide-react";

import type { KindCard } from "../../lists/kinds/card";

export const vendorKind = {
  kind: "vendor",
  tags: ["Vendor"],
  path: "/vendors",
  icon: Store,
  keys: "G V",
  label: (say) => say("nav.vendors", "Vendors"),
  List: () => import("./Vendors"),
  Page: () => import("./VendorPage"),
  lookOf: () => "",
} as const satisfies KindCard;
