/** Who is signed in, in which account, and what they may do there. */
import { useLingui } from "@lingui/react";
import { useContext, useMemo } from "react";

import { allows, useRoleRows } from "../api/accounts";
import type { Account, SessionInfo, User } from "../api/auth";
import { DEFAULT_DATES, dayAt, zoneOfBrowser, type DateSettings, type Day } from "../dates/settings";
import { SessionContext } from "./context";
import { isReadOnly, staysOpen } from "./readOnly";

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

/** What stands for a permission where the account has no say. */
export const PLATFORM = "platform";

export const isOfThePlatform = ({ role }: Pick<User, "role">): boolean => role === "admin";

/** An impersonating session is read-only and has no keys. */
const LOOKS = /^(?!key\.).*\.(read|list|verify|replay|query)$/;

/** The permissions of the user's role that the state of the account leaves, as `resource.action`; empty until loaded. */
export function useMay(): (permission: string) => boolean {
  const session = useSessionInfo();
  const roles = useRoleRows(!session?.account);
  return useMemo(() => {
    const own = roles.find(({ id }) => id === session?.account?.roleId);
    const looking = Boolean(session?.session.impersonatedBy);
    return (permission) => {
      if (permission === PLATFORM) return session !== null && isOfThePlatform(session.user);
      if (session?.account && isReadOnly(session.account, Date.now()) && !staysOpen(permission)) return false;
      return own !== undefined && allows(own, permission) && (!looking || LOOKS.test(permission));
    };
  }, [roles, session]);
}

/** Those of the account; without one, days and times are those of the browser. */
export function useDates(): DateSettings {
  const account = useSessionInfo()?.account;
  const { locale } = useLingui().i18n;
  return useMemo(() => account ?? { ...DEFAULT_DATES, language: locale, zone: zoneOfBrowser() ?? DEFAULT_DATES.zone }, [account, locale]);
}

export function useToday(): Day {
  const { zone } = useDates();
  return dayAt(new Date(), zone);
}
