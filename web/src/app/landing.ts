/** Where a person lands: the first line that fits decides. */
import type { SessionInfo } from "../api/auth";
import type { KeyState } from "../keyring/contract";

export interface Situation {
  path: string;
  session: SessionInfo | null;
  /** Unknown until there is an account. */
  keys: KeyState | null;
  returnUrl: string | null;
  welcomePutOff: boolean;
}

/** Go there, or stay and see the page. */
export type Landing = { go: string; keepReturn?: boolean } | { stay: true };

const STAY: Landing = { stay: true };

const OPEN = ["/login", "/register", "/verify-otp", "/forgot-password"];
const isOpen = (path: string) => OPEN.includes(path) || isJoin(path);
const isJoin = (path: string) => path.startsWith("/join/") || path === "/invitations";
const isDoor = (path: string) => OPEN.includes(path) || path === "/";

export function landing({ path, session, keys, returnUrl, welcomePutOff }: Situation): Landing {
  if (!session) return isOpen(path) ? STAY : { go: "/login", keepReturn: path !== "/" };
  if (isJoin(path)) return STAY;
  if (returnUrl && isJoin(returnUrl.split("?")[0] ?? "")) return { go: returnUrl };

  if (!session.account) {
    const invited = session.redirect?.endsWith("/subscribe") ? "/subscribe" : "/invitations";
    const wanted = session.user.role === "admin" ? "/platform" : invited;
    return path === "/subscribe" || path === wanted ? STAY : { go: wanted };
  }
  // A second account, or another plan for this one.
  if (path === "/subscribe") return STAY;

  const onwards = returnUrl ?? "/dashboard";
  if (!keys || keys.name === "starting") return isDoor(path) ? { go: onwards } : STAY;

  const setsUp = keys.name === "new" || (keys.name === "unset" && keys.mine && keys.openedHere);
  if (setsUp && !welcomePutOff) return path === "/welcome" ? STAY : { go: "/welcome", keepReturn: !isDoor(path) };
  if (isDoor(path)) return { go: onwards };
  return STAY;
}

/** What stands in front of a page that the keys have to open. */
export type Gate = "none" | "starting" | "alarm" | "closed" | "stopped" | "setUpHere" | "elsewhere" | "locked" | "waiting" | "pending" | "unconfirmed";

export function gate(keys: KeyState): Gate {
  switch (keys.name) {
    case "alarm":
      return "alarm";
    case "stopped":
      return "stopped";
    case "unset":
      return keys.mine && !keys.openedHere ? "setUpHere" : "none";
    case "elsewhere":
      return "elsewhere";
    case "locked":
      return "locked";
    case "waiting":
      return "waiting";
    case "pending":
      return "pending";
    case "unconfirmed":
      return "unconfirmed";
    case "closed":
      return "closed";
    case "starting":
      return "starting";
    case "keyless":
    case "new":
    case "ready":
      return "none";
  }
}

/** Pages that need no key stay usable. */
const FACTS_ALONE = ["/settings", "/audit", "/members", "/security", "/analytics", "/platform"];

export const needsNoKey = (path: string): boolean => FACTS_ALONE.some((free) => path.startsWith(free));

/** These stand alone, whatever the address: nobody has said yet that the account is the right one, or something is wrong with it. */
export const standsAlone = (standing: Gate): boolean => standing === "alarm" || standing === "closed" || standing === "setUpHere" || standing === "unconfirmed";
