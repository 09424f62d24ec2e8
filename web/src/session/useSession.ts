/** Who is signed in, in which account, and what they may do there. */
import { useMemo } from "react";

import { useListRolesQuery } from "../api/accounts";
import { useGetSessionQuery, type Account, type SessionInfo, type User } from "../api/auth";
import { DEFAULT_DATES, dayAt, type DateSettings, type Day } from "../dates/days";

export interface SignedIn {
  user: User;
  account: Account;
}

/** Inside the shell there is always both; the router sees to it. */
export function useSignedIn(): SignedIn {
  const { data } = useGetSessionQuery();
  if (!data?.account) throw new Error("You must be logged in.");
  return { user: data.user, account: data.account };
}

export function useSessionInfo(): SessionInfo | null | undefined {
  return useGetSessionQuery().data;
}

/** What the own role allows, as `resource.action`; nothing until it is known. */
export function useMay(): (permission: string) => boolean {
  const { data: session } = useGetSessionQuery();
  const { data: roles } = useListRolesQuery(undefined, { skip: !session?.account });
  return useMemo(() => {
    const own = roles?.find(({ id }) => id === session?.account?.roleId);
    const permissions = new Set(own?.permissions ?? []);
    return (permission) => permissions.has(permission);
  }, [roles, session]);
}

export function useDates(): DateSettings {
  const account = useGetSessionQuery().data?.account;
  return account ?? DEFAULT_DATES;
}

export function useToday(): Day {
  const { zone } = useDates();
  return dayAt(new Date(), zone);
}
