/** A link to one of the places of the app, marked while its page is the one that is shown. */
import type { ReactNode } from "react";
import { Link } from "react-aria-components/Link";
import { useLocation } from "react-router";

interface PlaceLinkProps {
  to: string;
  children: ReactNode;
  className?: string | undefined;
  title?: string;
  /** Where the address alone does not say whether it is the place. */
  isHere?: boolean | undefined;
}

export function PlaceLink({ to, children, className = "", title, isHere }: PlaceLinkProps) {
  const { pathname } = useLocation();
  const here = isHere ?? (pathname === to || pathname.startsWith(`${to}/`));
  return (
    <Link
      href={to}
      className={className}
      {...(here ? { "aria-current": "page" } : {})}
      render={(props) => ("href" in props ? <a {...props} title={title} /> : <span {...props} />)}
    >
      {children}
    </Link>
  );
}
