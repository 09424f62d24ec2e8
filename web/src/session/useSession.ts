/** Who is signed in, in which account, and what they may do there. */
import { createContext, useContext, useMemo } from "react";

import { allows, useRoles } from "../api/accounts";
import type { Account, SessionInfo, User } from "../api/auth";
import { DEFAULT_DATES, dayAt, type DateSettings, type Day } from "../dates/settings";

/** The session the page was drawn for; it stays while somebody signs in again over the dimmed page. */
export const SessionContext = createContext<SessionInfo | null>(null);

export interface SignedIn {
  user: User;
  account: Account;
}

export const useSessionInfo = (): SessionInfo | null => useContext(SessionContext);

/** Inside the shell there is always both; the doors see to it. */
export function useSignedIn(): SignedIn {
  const session = useSessionInfo();
  if (!session?.account) throw new Error("You must be logged in.");
  return { user: session.user, account: session.account };
}

/** What the own role allows, as `resource.action`; nothing until it is known. */
export function useMay(): (permission: string) => boolean {
  const session = useSessionInfo();
  const roles = useRoles(!session?.account);
  return useMemo(() => {
    const own = roles.find(({ id }) => id === session?.account?.roleId);
    return (permission) => own !== undefined && allows(own, permission);
  }, [roles, session]);
}

export const useDates = (): DateSettings => useSessionInfo()?.account ?? DEFAULT_DATES;

export function useToday(): Day {
  const { zone } = useDates();
  return dayAt(new Date(), zone);
}
