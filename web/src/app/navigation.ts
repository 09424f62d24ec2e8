/** The places of the app, in the order of the rail. */
import { ChartColumn, Globe, Home, KeyRound, Mail, ScrollText, Settings, ShieldCheck, Trash2, User } from "lucide-react";
import type { ComponentType } from "react";

import type { Say } from "../i18n/say";
import { PLATFORM } from "../session/useSession";
import { KINDS } from "./kinds";

export interface Place {
  path: string;
  label: string;
  icon: ComponentType;
  keys: string;
  /** Without it the place is not shown. */
  permission?: string;
  administration?: boolean;
}

/** What is to be done stands before what there is. */
const FIRST = [...KINDS.filter(({ kind }) => kind === "task"), ...KINDS.filter(({ kind }) => kind !== "task")];

export function places(say: Say): Place[] {
  return [
    { path: "/dashboard", label: say("nav.home", "Home"), icon: Home, keys: "G H" },
    ...FIRST.map(({ path, label, icon, keys, kind }) => ({ path, label: label(say), icon, keys, permission: `${kind}.read` })),
    {
      path: "/members",
      label: say("nav.members", "Members"),
      icon: User,
      keys: "G M",
      permission: "member.list",
      administration: true,
    },
    { path: "/keys", label: say("nav.keys", "Keys & devices"), icon: KeyRound, keys: "G K", permission: "key.read", administration: true },
    { path: "/audit", label: say("nav.audit", "Audit log"), icon: ScrollText, keys: "G A", permission: "audit.read", administration: true },
    { path: "/security", label: say("nav.security", "Security"), icon: ShieldCheck, keys: "G Y", administration: true },
    { path: "/analytics", label: say("nav.analytics", "Analytics"), icon: ChartColumn, keys: "G L", permission: "analytics.query", administration: true },
    { path: "/email", label: say("nav.email", "Email"), icon: Mail, keys: "G E", permission: "email.send", administration: true },
    { path: "/platform", label: say("nav.platform", "Platform"), icon: Globe, keys: "G O", permission: PLATFORM, administration: true },
    { path: "/bin", label: say("nav.bin", "Bin"), icon: Trash2, keys: "G B", permission: "document.read", administration: true },
    { path: "/settings", label: say("nav.settings", "Settings"), icon: Settings, keys: "G S", administration: true },
  ];
}
