/** Where profiles stand in the app. */
import { Users } from "lucide-react";

import type { KindCard } from "../../lists/kinds/card";

const load = () => import("./Profiles");

export const profileKind = {
  kind: "profile",
  // What belongs to an archived profile goes out of the way with it.
  tags: ["Profile", "Document", "Task"],
  path: "/profiles",
  icon: Users,
  keys: "G P",
  label: (say) => say("nav.profiles", "Profiles"),
  // The tree stays where it is when another one is opened.
  List: load,
  Page: load,
} as const satisfies KindCard;
