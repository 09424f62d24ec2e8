/** Who is signed in, in which account, and what they may do there. */
import { useLingui } from "@lingui/react";
import { useCallback, useContext, useEffect, useMemo } from "react";

import { allows, useListRolesQuery, useRoleRows } from "../api/accounts";
import type { Account, SessionInfo, User } from "../api/auth";
import { held } from "../api/held";
import { DEFAULT_DATES, dayAt, zoneOfBrowser, type DateSettings, type Day } from "../dates/settings";
import { agreeOnDates, refuseDates, seeDates, useAgreedDates, type Agreeable } from "./agreedDates";
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

/**
 * Asks again for what the user may do, where the server has answered without a word about their role: pages and buttons are
 * hidden then, and nobody has said that they should be. `null` where it is known, or on its way.
 */
export function useUnknownRights(): (() => void) | null {
  const roleId = useSessionInfo()?.account?.roleId;
  const asked = useListRolesQuery(undefined, { skip: !roleId });
  const { data, failure, again } = held(asked);
  const isMissing = data ? !data.data.some(({ id }) => id === roleId) : failure !== null;
  return isMissing && !asked.isFetching ? again : null;
}

function useDatesHere() {
  const session = useSessionInfo();
  const [userId, accountId] = [session?.user.id, session?.account?.id];
  const place = useMemo(() => (userId && accountId ? { userId, accountId } : null), [userId, accountId]);
  return { place, dates: useAgreedDates(place, session?.account ?? null) };
}

/** Those of the account, as its person agreed to them in this browser; without one, days and times are those of the browser. */
export function useDates(): DateSettings {
  const account = useSessionInfo()?.account;
  const { dates } = useDatesHere();
  const { locale } = useLingui().i18n;
  return useMemo(
    () => (dates ? { ...dates.agreed, language: account?.language ?? locale } : { ...DEFAULT_DATES, language: locale, zone: zoneOfBrowser() ?? DEFAULT_DATES.zone }),
    [dates, account?.language, locale],
  );
}

export interface DatesOffered {
  agreed: Agreeable;
  offered: Agreeable;
  agree: () => void;
  refuse: () => void;
}

/** What the server says of dates and this browser does not go by; once, where it is mounted, what is seen first is agreed to. */
export function useDatesOffered(): DatesOffered | null {
  const account = useSessionInfo()?.account;
  const { place, dates } = useDatesHere();
  useEffect(() => {
    if (place && account) seeDates(place, account);
  }, [place, account]);
  if (!place || !dates?.offered) return null;
  const { agreed, offered } = dates;
  return { agreed, offered, agree: () => agreeOnDates(place, offered), refuse: () => refuseDates(place, offered) };
}

/** After its person has changed the account's settings here. */
export function useAgreeOnDates(): (changed: Partial<Agreeable>) => void {
  const { place, dates } = useDatesHere();
  return useCallback((changed) => place && dates && agreeOnDates(place, { ...dates.agreed, ...changed }), [place, dates]);
}

export function useToday(): Day {
  const { zone } = useDates();
  return dayAt(new Date(), zone);
}
